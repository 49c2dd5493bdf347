package insideinformer.apiserver.strategy;

import insideinformer.apiserver.errors.FieldErrors;
import insideinformer.apiserver.store.Trees;
import insideinformer.quota.Quantity;
import insideinformer.quota.Scopes;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Resource quotas: which names and scopes they may have.
 *
 * <p>Upstream: {@code k8s.io/kubernetes/pkg/apis/core/validation/validation.go, ValidateResourceQuota}.
 */
final class ResourceQuotaStrategy implements Strategy {

    private static final Set<String> COUNTS = Set.of(
            "pods", "services", "replicationcontrollers", "resourcequotas", "secrets", "configmaps",
            "persistentvolumeclaims", "services.nodeports", "services.loadbalancers");
    private static final Set<String> AMOUNTS = Set.of(
            "cpu", "memory", "ephemeral-storage", "requests.cpu", "requests.memory", "requests.storage",
            "requests.ephemeral-storage", "limits.cpu", "limits.memory", "limits.ephemeral-storage");
    private static final Set<String> POD_AMOUNTS =
            Set.of("cpu", "memory", "requests.cpu", "requests.memory", "limits.cpu", "limits.memory");
    private static final Set<String> CLAIM_NAMES = Set.of("persistentvolumeclaims", "requests.storage");
    private static final String EXPRESSIONS = "spec.scopeSelector.matchExpressions";
    private static final String MISFIT = "unsupported scope applied to resource";
    private static final String STORAGE = "storage"; // a resource, but none that a quota has

    private static final List<String> EXISTS_ONLY = List.of(
            Scopes.TERMINATING, Scopes.NOT_TERMINATING, Scopes.BEST_EFFORT, Scopes.NOT_BEST_EFFORT,
            Scopes.CROSS_NAMESPACE_POD_AFFINITY);
    private static final Set<String> SCOPES = Set.of(
            Scopes.TERMINATING, Scopes.NOT_TERMINATING, Scopes.BEST_EFFORT, Scopes.NOT_BEST_EFFORT,
            Scopes.PRIORITY_CLASS, Scopes.CROSS_NAMESPACE_POD_AFFINITY, Scopes.VOLUME_ATTRIBUTES_CLASS);
    private static final Map<String, String> CONFLICTS =
            Map.of(Scopes.BEST_EFFORT, Scopes.NOT_BEST_EFFORT, Scopes.TERMINATING, Scopes.NOT_TERMINATING);

    @Override
    public void prepareForCreate(ObjectNode object) {
        Trees.object(object, "spec");
        object.putObject("status");
    }

    @Override
    public void validate(ObjectNode object, FieldErrors errors) {
        JsonNode spec = object.path("spec");
        validateAmounts(spec.path("hard"), "spec.hard", errors);
        validateScopes(spec, errors);
        List<String> names = quotaNames(spec);
        boolean fit = true;
        for (JsonNode expression : Trees.elements(spec.path("scopeSelector").path("matchExpressions"))) {
            validateExpression(expression, errors);
            if (fit && !fits(expression.path("scopeName").asString(""), names)) {
                fit = false; // told once, because it comes with the whole selector
                errors.invalid(EXPRESSIONS, spec.path("scopeSelector").toString(), MISFIT);
            }
        }
        validateAmounts(object.path("status").path("hard"), "status.hard", errors);
        validateAmounts(object.path("status").path("used"), "status.used", errors);
    }

    @Override
    public void validateUpdate(ObjectNode object, ObjectNode old, FieldErrors errors) {
        Set<String> scopes = Set.copyOf(texts(object.path("spec").path("scopes")));
        if (!scopes.equals(Set.copyOf(texts(old.path("spec").path("scopes"))))) {
            errors.invalid("spec.scopes", object.path("spec").path("scopes").toString(), "field is immutable");
        }
    }

    private static void validateAmounts(JsonNode amounts, String path, FieldErrors errors) {
        amounts.forEachEntry((name, text) -> {
            String field = path + "[" + name + "]";
            validateName(name, field, errors);
            Quantity quantity = Quantity.mustParse(text.asString(""));
            if (quantity.sign() < 0) {
                errors.invalidText(field, text.asString(""), "must be greater than or equal to 0");
            }
            boolean counts = COUNTS.contains(name) || isExtended(name);
            if (counts && !quantity.roundUp(0).exact()) {
                errors.invalidText(field, text.asString(""), "must be an integer");
            }
        });
    }

    private static void validateName(String name, String field, FieldErrors errors) {
        Names.labelKeyProblems(name).forEach(problem -> errors.invalidText(field, name, problem));
        if (!name.contains("/")) {
            if (!isQuotaName(name) && !name.equals(STORAGE)) {
                errors.invalidText(field, name, "must be a standard resource type or fully qualified");
            }
            if (!isQuotaName(name)) {
                errors.invalidText(field, name, "must be a standard resource for quota");
            }
        }
    }

    private static void validateScopes(JsonNode spec, FieldErrors errors) {
        List<String> scopes = texts(spec.path("scopes"));
        String all = spec.path("scopes").toString();
        List<String> names = quotaNames(spec);
        Set<String> problems = new LinkedHashSet<>(); // each is told once, because it comes with all the scopes
        for (String scope : scopes) {
            if (!SCOPES.contains(scope)) {
                problems.add("unsupported scope");
            }
            if (!fits(scope, names)) {
                problems.add(MISFIT);
            }
        }
        problems.forEach(problem -> errors.invalid("spec.scopes", all, problem));
        CONFLICTS.forEach((one, other) -> {
            if (scopes.contains(one) && scopes.contains(other)) {
                errors.invalid("spec.scopes", all, "conflicting scopes");
            }
        });
    }

    private static void validateExpression(JsonNode expression, FieldErrors errors) {
        String path = EXPRESSIONS;
        String scope = expression.path("scopeName").asString("");
        String operator = expression.path("operator").asString("");
        JsonNode values = expression.path("values");
        if (!SCOPES.contains(scope)) {
            errors.invalidText(path + ".scopeName", scope, "unsupported scope");
        }
        if (EXISTS_ONLY.contains(scope) && !operator.equals("Exists")) {
            errors.invalidText(path + ".operator", operator, "must be 'Exist' when scope is any of"
                    + " ResourceQuotaScopeTerminating, ResourceQuotaScopeNotTerminating, ResourceQuotaScopeBestEffort,"
                    + " ResourceQuotaScopeNotBestEffort or ResourceQuotaScopeCrossNamespacePodAffinity");
        }
        switch (operator) {
            case "In", "NotIn" -> {
                if (values.isEmpty()) {
                    errors.required(path + ".values",
                            "must be at least one value when `operator` is 'In' or 'NotIn' for scope selector");
                }
            }
            case "Exists", "DoesNotExist" -> {
                if (!values.isEmpty()) {
                    errors.invalid(path + ".values", values.toString(),
                            "must be no value when `operator` is 'Exist' or 'DoesNotExist' for scope selector");
                }
            }
            default -> errors.invalidText(path + ".operator", operator, "not a valid selector operator");
        }
    }

    private static List<String> quotaNames(JsonNode spec) {
        return spec.path("hard").propertyNames().stream().filter(ResourceQuotaStrategy::isQuotaName).toList();
    }

    private static boolean fits(String scope, List<String> names) {
        return names.stream().allMatch(name -> switch (scope) {
            case Scopes.BEST_EFFORT -> name.equals("pods");
            case Scopes.VOLUME_ATTRIBUTES_CLASS -> CLAIM_NAMES.contains(name);
            default -> name.equals("pods") || POD_AMOUNTS.contains(name);
        });
    }

    private static boolean isQuotaName(String name) {
        return COUNTS.contains(name) || AMOUNTS.contains(name)
                || name.startsWith("hugepages-") || name.startsWith("requests.hugepages-");
    }

    /** A name with a domain of its own, and not in the requests form. */
    private static boolean isExtended(String name) {
        return name.contains("/") && !name.contains("kubernetes.io/") && !name.startsWith("requests.");
    }

    private static List<String> texts(JsonNode list) {
        return list.valueStream().map(t -> t.asString("")).toList();
    }
}
