package insideinformer.quota;

import insideinformer.api.GroupResource;
import insideinformer.api.KubernetesObject;
import insideinformer.api.PersistentVolumeClaim;
import insideinformer.api.PersistentVolumeClaimSpec;
import insideinformer.api.PersistentVolumeClaimStatus;
import insideinformer.api.ResourceQuota;
import insideinformer.api.ScopedResourceSelectorRequirement;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Counts claims and the storage that they request, in total and for each storage class.
 *
 * <p>Upstream: kubernetes {@code pkg/quota/v1/evaluator/core/persistent_volume_claims.go, pvcEvaluator}.
 */
public final class PersistentVolumeClaimEvaluator implements Evaluator {

    static final GroupResource CLAIMS = new GroupResource("", "persistentvolumeclaims");
    private static final String PVC_OBJECT_COUNT_NAME = GenericEvaluation.objectCountQuotaResourceNameFor(CLAIMS);
    private static final List<String> PVC_RESOURCES =
            List.of(PVC_OBJECT_COUNT_NAME, ResourceName.PERSISTENT_VOLUME_CLAIMS, ResourceName.REQUESTS_STORAGE);
    private static final String STORAGE_CLASS_SUFFIX = ".storageclass.storage.k8s.io/";
    private static final String CLASS_CLAIMS = STORAGE_CLASS_SUFFIX + ResourceName.PERSISTENT_VOLUME_CLAIMS;
    private static final String CLASS_STORAGE = STORAGE_CLASS_SUFFIX + ResourceName.REQUESTS_STORAGE;
    private static final String CLASS_ANNOTATION = "volume.beta.kubernetes.io/storage-class";

    private final ListFuncByNamespace listFuncByNamespace;
    private final QuotaFeatures features;

    public PersistentVolumeClaimEvaluator(ListFuncByNamespace listFuncByNamespace, QuotaFeatures features) {
        this.listFuncByNamespace = listFuncByNamespace;
        this.features = features;
    }

    /** Whether the update changes the amount that the claim uses, or the quotas that it belongs to. */
    public static boolean requiresQuotaReplenish(
            PersistentVolumeClaim claim, PersistentVolumeClaim old, QuotaFeatures features) throws QuotaException {
        Quantity before = Objects.requireNonNullElse(allocatedStorage(old), Quantity.ZERO);
        Quantity now = Objects.requireNonNullElse(allocatedStorage(claim), Quantity.ZERO);
        return !now.equals(before)
                || features.volumeAttributesClass()
                        && !Scopes.getReferencedVolumeAttributesClassNames(claim)
                                .equals(Scopes.getReferencedVolumeAttributesClassNames(old));
    }

    @Override
    public GroupResource groupResource() {
        return CLAIMS;
    }

    @Override
    public void constraints(Collection<String> required, KubernetesObject item) {}

    @Override
    public boolean handles(AdmissionRequest request) {
        if (!request.subresource().equals("status")) {
            return request.isWriteOfObject();
        }
        try {
            return request.operation() == AdmissionRequest.Operation.UPDATE
                    && request.object() instanceof PersistentVolumeClaim claim
                    && request.oldObject() instanceof PersistentVolumeClaim old
                    && requiresQuotaReplenish(claim, old, features);
        } catch (QuotaException e) {
            return true; // usage meets the same amount and reports it
        }
    }

    @Override
    public boolean matches(@Nullable ResourceQuota quota, KubernetesObject item) throws QuotaException {
        return GenericEvaluation.matches(quota, item, this::matchingResources, this::matchesScope);
    }

    @Override
    public List<ScopedResourceSelectorRequirement> matchingScopes(
            KubernetesObject item, List<ScopedResourceSelectorRequirement> scopes) throws QuotaException {
        return GenericEvaluation.matchingScopes(item, scopes, this::matchesScope);
    }

    @Override
    public List<ScopedResourceSelectorRequirement> uncoveredQuotaScopes(
            List<ScopedResourceSelectorRequirement> limited, List<ScopedResourceSelectorRequirement> matched) {
        return features.volumeAttributesClass() ? GenericEvaluation.uncovered(limited, matched) : List.of();
    }

    @Override
    public List<String> matchingResources(Collection<String> input) {
        return input.stream()
                .filter(name -> PVC_RESOURCES.contains(name)
                        || name.endsWith(CLASS_CLAIMS) || name.endsWith(CLASS_STORAGE))
                .toList();
    }

    @Override
    public Map<String, Quantity> usage(KubernetesObject item) throws QuotaException {
        PersistentVolumeClaim claim = GenericEvaluation.expect(PersistentVolumeClaim.class, item);
        Quantity one = Quantity.of(1, Quantity.Format.DECIMAL_SI);
        String storageClass = getPersistentVolumeClaimClass(claim);
        Quantity storage = getStorageUsage(claim);

        Map<String, Quantity> usage = new TreeMap<>(Map.of(
                PVC_OBJECT_COUNT_NAME, one, ResourceName.PERSISTENT_VOLUME_CLAIMS, one));
        if (!storageClass.isEmpty()) {
            usage.put(storageClass + CLASS_CLAIMS, one);
        }
        if (storage != null) {
            usage.put(ResourceName.REQUESTS_STORAGE, storage);
            if (!storageClass.isEmpty()) {
                usage.put(storageClass + CLASS_STORAGE, storage);
            }
        }
        return usage;
    }

    @Override
    public UsageStats usageStats(UsageStatsOptions options) throws UsageStatsException {
        return GenericEvaluation.calculateUsageStats(options, listFuncByNamespace, this::matchesScope, this::usage);
    }

    private boolean matchesScope(ScopedResourceSelectorRequirement scope, KubernetesObject item) throws QuotaException {
        if (!features.volumeAttributesClass()) {
            return false;
        }
        return Scopes.pvcMatchesScopeFunc(scope, GenericEvaluation.expect(PersistentVolumeClaim.class, item));
    }

    /** The old annotation comes before the field, even if it is empty. */
    private static String getPersistentVolumeClaimClass(PersistentVolumeClaim claim) {
        String annotated = claim.metadata().annotations().get(CLASS_ANNOTATION);
        String field = claim.spec() == null ? null : claim.spec().storageClassName();
        return annotated != null ? annotated : field != null ? field : "";
    }

    /** In whole bytes, because a quota cannot hold fractions; null if the claim requests no storage. */
    private static @Nullable Quantity getStorageUsage(PersistentVolumeClaim claim) throws QuotaException {
        PersistentVolumeClaimSpec spec = claim.spec();
        Map<String, String> requests = spec == null || spec.resources() == null
                ? Map.of()
                : spec.resources().requests();
        Quantity requested = GenericEvaluation.amounts(requests).get(ResourceName.STORAGE);
        if (requested == null) {
            return null;
        }
        Quantity whole = requested.roundUp(0).value();
        Quantity allocated = allocatedStorage(claim);
        return allocated != null && allocated.cmp(whole) > 0
                ? allocated.roundUp(0).value()
                : whole;
    }

    private static @Nullable Quantity allocatedStorage(PersistentVolumeClaim claim) throws QuotaException {
        PersistentVolumeClaimStatus status = claim.status();
        Map<String, String> allocated = status == null ? Map.of() : status.allocatedResources();
        return GenericEvaluation.amounts(allocated).get(ResourceName.STORAGE);
    }
}
