package insideinformer.apiserver.strategy;

import insideinformer.apiserver.errors.FieldErrors;
import insideinformer.apiserver.store.Trees;
import insideinformer.selectors.LabelSelector;
import insideinformer.selectors.LabelSelector.Operator;
import insideinformer.selectors.LabelSelector.Requirement;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Checks that a workload selects the pods that it makes. One that does not would make pods forever.
 *
 * <p>Upstream: {@code k8s.io/kubernetes/pkg/apis/apps/validation/validation.go}, and {@code
 * apimachinery/pkg/apis/meta/v1/validation/validation.go, ValidateLabelSelector}.
 */
final class TemplateSelector {

    private static final String SELECTOR = "spec.selector";

    private static final Map<String, Operator> OPERATORS = Map.of(
            "In", Operator.IN, "NotIn", Operator.NOT_IN, "Exists", Operator.EXISTS, "DoesNotExist",
            Operator.DOES_NOT_EXIST);

    private TemplateSelector() {}

    /** A selector of matchLabels and matchExpressions. */
    static void validate(JsonNode spec, FieldErrors errors) {
        JsonNode selector = spec.path("selector");
        if (!selector.isObject()) {
            requireMatch(LabelSelector.nothing(), spec, errors);
            return;
        }
        LabelSelector result = LabelSelector.fromSet(texts(selector.path("matchLabels")));
        validateLabels(selector.path("matchLabels"), errors);
        List<JsonNode> expressions = Trees.elements(selector.path("matchExpressions"));
        boolean legal = true;
        for (int i = 0; i < expressions.size(); i++) {
            JsonNode expression = expressions.get(i);
            Operator operator = OPERATORS.get(expression.path("operator").asString(""));
            legal &= validateExpression(expression, operator, SELECTOR + ".matchExpressions[" + i + "]", errors);
            if (legal && operator != null) {
                result = result.add(new Requirement(expression.path("key").asString(""), operator, values(expression)));
            }
        }
        if (legal) {
            requireMatch(result, spec, errors);
        }
    }

    /** @param name of the kind, for the message */
    static void validateNotEmpty(JsonNode spec, String name, FieldErrors errors) {
        JsonNode selector = spec.path("selector");
        if (selector.isObject() && selector.path("matchLabels").isEmpty()
                && selector.path("matchExpressions").isEmpty()) {
            errors.invalid(SELECTOR, selector.toString(), "empty selector is invalid for " + name);
        }
    }

    static void validatePresent(JsonNode spec, FieldErrors errors) {
        if (!spec.path("selector").isObject()) {
            errors.required(SELECTOR, "");
        }
    }

    /** A selector that is a set of labels alone, as replication controllers have it. */
    static void validateSet(JsonNode spec, FieldErrors errors) {
        Map<String, String> labels = texts(spec.path("selector"));
        if (labels.isEmpty()) {
            errors.required(SELECTOR, "");
            return;
        }
        requireMatch(LabelSelector.fromSet(labels), spec, errors);
    }

    private static void requireMatch(LabelSelector selector, JsonNode spec, FieldErrors errors) {
        JsonNode labels = spec.path("template").path("metadata").path("labels");
        if (!selector.matches(texts(labels))) {
            errors.invalid("spec.template.metadata.labels", labels.isMissingNode() ? "null" : labels.toString(),
                    "`selector` does not match template `labels`");
        }
    }

    private static void validateLabels(JsonNode labels, FieldErrors errors) {
        texts(labels).forEach((key, value) -> {
            Names.labelKeyProblems(key).forEach(p -> errors.invalidText(SELECTOR + ".matchLabels", key, p));
            Names.labelValueProblems(value).forEach(p -> errors.invalidText(SELECTOR + ".matchLabels", value, p));
        });
    }

    private static boolean validateExpression(
            JsonNode expression, @Nullable Operator operator, String path, FieldErrors errors) {
        List<String> values = values(expression);
        String key = expression.path("key").asString("");
        List<String> problems = Names.labelKeyProblems(key);
        problems.forEach(problem -> errors.invalidText(path + ".key", key, problem));
        switch (operator) {
            case null -> errors.invalidText(
                    path + ".operator", expression.path("operator").asString(""), "not a valid selector operator");
            case IN, NOT_IN -> {
                if (values.isEmpty()) {
                    errors.required(path + ".values", "must be specified when `operator` is 'In' or 'NotIn'");
                }
            }
            default -> {
                if (!values.isEmpty()) {
                    errors.forbidden(path + ".values",
                            "may not be specified when `operator` is 'Exists' or 'DoesNotExist'");
                }
            }
        }
        return operator != null && problems.isEmpty();
    }

    private static List<String> values(JsonNode expression) {
        return Trees.elements(expression.path("values")).stream().map(value -> value.asString("")).toList();
    }

    private static Map<String, String> texts(JsonNode labels) {
        Map<String, String> texts = new TreeMap<>();
        labels.forEachEntry((key, value) -> texts.put(key, value.asString("")));
        return texts;
    }
}
