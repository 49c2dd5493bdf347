package insideinformer.selectors;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import insideinformer.json.CompactMap;
import insideinformer.json.RawJson;
import insideinformer.selectors.LabelSelector.Operator;
import insideinformer.selectors.LabelSelector.Requirement;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A label selector as it stands in objects, such as a Deployment's {@code spec.selector}: JSON, while a
 * {@link LabelSelector} is a query's text. All labels and all expressions must hold. An object without a selector
 * selects nothing. An empty selector selects everything.
 *
 * <p>Upstream: {@code apimachinery pkg/apis/meta/v1/types.go, LabelSelector} and {@code helpers.go}.
 */
public record ObjectLabelSelector(
        Map<String, String> matchLabels,
        List<Expression> matchExpressions,
        @JsonAnySetter @JsonAnyGetter Map<String, RawJson> unknown) {

    public ObjectLabelSelector {
        matchLabels = CompactMap.copyOf(matchLabels);
        matchExpressions = matchExpressions == null ? List.of() : List.copyOf(matchExpressions);
        unknown = CompactMap.copyOf(unknown);
    }

    /** One expression; {@code operator} is {@code In}, {@code NotIn}, {@code Exists} or {@code DoesNotExist}. */
    public record Expression(
            @Nullable String key,
            @Nullable String operator,
            List<String> values,
            @JsonAnySetter @JsonAnyGetter Map<String, RawJson> unknown) {

        public Expression {
            values = values == null ? List.of() : List.copyOf(values);
            unknown = CompactMap.copyOf(unknown);
        }

        private Requirement requirement() {
            String name = operator == null ? "" : operator;
            Operator meant = switch (name) {
                case "In" -> Operator.IN;
                case "NotIn" -> Operator.NOT_IN;
                case "Exists" -> Operator.EXISTS;
                case "DoesNotExist" -> Operator.DOES_NOT_EXIST;
                default -> throw new InvalidSelectorException(
                        "label selector", toString(), "\"" + name + "\" is not a valid label selector operator");
            };
            return Requirement.of(key == null ? "" : key, meant, values);
        }
    }

    /**
     * What it selects.
     *
     * @throws InvalidSelectorException if an operator is none of the four, or a key, a value or the number of values is
     *     not legal
     */
    public static LabelSelector asSelector(@Nullable ObjectLabelSelector selector) {
        if (selector == null) {
            return LabelSelector.nothing();
        }
        LabelSelector result = LabelSelector.fromValidatedSet(selector.matchLabels);
        for (Expression expression : selector.matchExpressions) {
            result = result.add(expression.requirement());
        }
        return result;
    }

    /** For people to read: its text, {@code <none>} if it has none, {@code <error>} if it is not legal. */
    public static String format(@Nullable ObjectLabelSelector selector) {
        try {
            String text = asSelector(selector).toString();
            return text.isEmpty() ? "<none>" : text;
        } catch (InvalidSelectorException e) {
            return "<error>";
        }
    }
}
