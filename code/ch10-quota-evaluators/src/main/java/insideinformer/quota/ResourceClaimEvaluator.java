package insideinformer.quota;

import insideinformer.api.GroupResource;
import insideinformer.api.KubernetesObject;
import insideinformer.api.ResourceQuota;
import insideinformer.api.ScopedResourceSelectorRequirement;
import insideinformer.api.Unstructured;
import insideinformer.json.RawJson;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Counts claims of devices, and the devices that they request in each class. A request with alternatives uses, in
 * each class, the most that any alternative would take.
 *
 * <p>Upstream: kubernetes {@code pkg/quota/v1/evaluator/core/resource_claims.go, claimEvaluator}.
 */
public final class ResourceClaimEvaluator implements Evaluator {

    static final GroupResource RESOURCE_CLAIMS = new GroupResource("resource.k8s.io", "resourceclaims");
    private static final String KIND = "ResourceClaim";
    private static final String CLAIM_OBJECT_COUNT_NAME =
            GenericEvaluation.objectCountQuotaResourceNameFor(RESOURCE_CLAIMS);
    private static final String CLASS_DEVICES = ".deviceclass.resource.k8s.io/devices";
    private static final String IMPLICIT_DEVICES = "requests.deviceclass.resource.kubernetes.io/";
    private static final long ALL = 32; // the most that one claim can get

    private final ListFuncByNamespace listFuncByNamespace;

    public ResourceClaimEvaluator(ListFuncByNamespace listFuncByNamespace) {
        this.listFuncByNamespace = listFuncByNamespace;
    }

    @Override
    public GroupResource groupResource() {
        return RESOURCE_CLAIMS;
    }

    @Override
    public void constraints(Collection<String> required, KubernetesObject item) {}

    @Override
    public boolean handles(AdmissionRequest request) {
        return request.isWriteOfObject();
    }

    @Override
    public boolean matches(@Nullable ResourceQuota quota, KubernetesObject item) throws QuotaException {
        return GenericEvaluation.matches(quota, item, this::matchingResources, GenericEvaluation.MATCHES_NO_SCOPE);
    }

    @Override
    public List<ScopedResourceSelectorRequirement> matchingScopes(
            KubernetesObject item, List<ScopedResourceSelectorRequirement> scopes) {
        return List.of();
    }

    @Override
    public List<ScopedResourceSelectorRequirement> uncoveredQuotaScopes(
            List<ScopedResourceSelectorRequirement> limited, List<ScopedResourceSelectorRequirement> matched) {
        return List.of();
    }

    @Override
    public List<String> matchingResources(Collection<String> input) {
        return input.stream()
                .filter(name -> name.equals(CLAIM_OBJECT_COUNT_NAME) || name.endsWith(CLASS_DEVICES)).toList();
    }

    @Override
    public Map<String, Quantity> usage(KubernetesObject item) throws QuotaException {
        Unstructured claim = GenericEvaluation.expect(Unstructured.class, item);
        if (claim.kind() != null && !claim.kind().equals(KIND)) { // an item of a list may have none
            throw new QuotaException(
                    QuotaException.Kind.WRONG_TYPE, "expect " + KIND + ", got " + claim.kind());
        }
        Map<String, Long> devices = new TreeMap<>();
        RawJson spec = claim.unknown().get("spec");
        if (spec != null) {
            for (JsonNode request : spec.tree().path("devices").path("requests")) {
                devicesOf(request).forEach((deviceClass, number) -> devices.merge(deviceClass, number, Long::sum));
            }
        }
        Map<String, Quantity> usage = new TreeMap<>(Map.of(
                CLAIM_OBJECT_COUNT_NAME, Quantity.of(1, Quantity.Format.DECIMAL_SI)));
        devices.forEach((deviceClass, number) -> {
            Quantity amount = Quantity.of(number, Quantity.Format.DECIMAL_SI);
            usage.put(deviceClass + CLASS_DEVICES, amount);
            if (number > 0 && !deviceClass.isEmpty()) {
                usage.put(IMPLICIT_DEVICES + deviceClass, amount); // the name that pods use for the same devices
            }
        });
        return usage;
    }

    @Override
    public UsageStats usageStats(UsageStatsOptions options) throws UsageStatsException {
        return GenericEvaluation.calculateUsageStats(
                options, listFuncByNamespace, GenericEvaluation.MATCHES_NO_SCOPE, this::usage);
    }

    private static Map<String, Long> devicesOf(JsonNode request) {
        Map<String, Long> devices = new TreeMap<>();
        JsonNode alternatives = request.path("firstAvailable");
        if (alternatives.isEmpty() && request.has("exactly")) {
            JsonNode exactly = request.path("exactly");
            devices.put(deviceClass(exactly), number(exactly));
        }
        for (JsonNode alternative : alternatives) {
            long number = number(alternative);
            if (number > 0) { // an alternative that takes nothing does not count its class
                devices.merge(deviceClass(alternative), number, Math::max);
            }
        }
        return devices;
    }

    private static String deviceClass(JsonNode request) {
        return request.path("deviceClassName").asString("");
    }

    /** Reads a missing mode or count as the value that the server would fill in. */
    private static long number(JsonNode request) {
        return switch (request.path("allocationMode").asString("ExactCount")) {
            case "ExactCount" -> request.path("count").asLong(1);
            case "All" -> ALL;
            default -> 0; // a mode that this version does not know
        };
    }
}
