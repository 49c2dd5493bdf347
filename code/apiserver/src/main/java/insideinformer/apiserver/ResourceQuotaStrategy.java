package insideinformer.apiserver;

import insideinformer.quota.Quantity;
import insideinformer.quota.Scopes;
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
        for (JsonNode expression : Trees.elements(spec.path("scopeSelector").path("matchExpressions"))) {
            validateExpression(spec, expression, errors);
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
        for (String scope : scopes) {
            if (!SCOPES.contains(scope)) {
                errors.invalid("spec.scopes", all, "unsupported scope");
            }
            validateScopeFits(spec, scope, "spec.scopes", all, errors);
        }
        CONFLICTS.forEach((one, other) -> {
            if (scopes.contains(one) && scopes.contains(other)) {
                errors.invalid("spec.scopes", all, "conflicting scopes");
            }
        });
    }

    private static void validateExpression(JsonNode spec, JsonNode expression, FieldErrors errors) {
        String path = "spec.scopeSelector.matchExpressions";
        String scope = expression.path("scopeName").asString("");
        String operator = expression.path("operator").asString("");
        JsonNode values = expression.path("values");
        if (!SCOPES.contains(scope)) {
            errors.invalidText(path + ".scopeName", scope, "unsupported scope");
        }
        validateScopeFits(spec, scope, path, spec.path("scopeSelector").toString(), errors);
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

    private static void validateScopeFits(JsonNode spec, String scope, String field, String value, FieldErrors errors) {
        boolean fits = spec.path("hard").propertyStream()
                .map(Map.Entry::getKey)
                .filter(ResourceQuotaStrategy::isQuotaName)
                .allMatch(name -> switch (scope) {
                    case Scopes.BEST_EFFORT -> name.equals("pods");
                    case Scopes.VOLUME_ATTRIBUTES_CLASS -> CLAIM_NAMES.contains(name);
                    default -> name.equals("pods") || POD_AMOUNTS.contains(name);
                });
        if (!fits) {
            errors.invalid(field, value, "unsupported scope applied to resource");
        }
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
