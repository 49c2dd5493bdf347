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
 * A label selector inside an object, such as a Deployment's {@code spec.selector}. It is written in JSON, whereas a
 * {@link LabelSelector} is the text of a query. All labels and all expressions must hold. A selector that is missing
 * selects nothing; an empty one selects everything.
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
     * The same condition as a {@link LabelSelector}.
     *
     * @throws InvalidSelectorException if an operator is unknown, a key or a value is no legal label, or the operator
     *     wants another number of values
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

    /** For people to read: its text, {@code <none>} if that is empty, or {@code <error>} if it is not legal. */
    public static String format(@Nullable ObjectLabelSelector selector) {
        try {
            String text = asSelector(selector).toString();
            return text.isEmpty() ? "<none>" : text;
        } catch (InvalidSelectorException e) {
            return "<error>";
        }
    }
}
