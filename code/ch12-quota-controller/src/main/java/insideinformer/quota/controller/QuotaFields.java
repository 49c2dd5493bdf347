package insideinformer.quota.controller;

import insideinformer.api.ResourceQuota;
import insideinformer.api.ResourceQuotaSpec;
import insideinformer.api.ResourceQuotaStatus;
import insideinformer.quota.QuantityFormatException;
import insideinformer.quota.ResourceLists;
import java.util.List;
import java.util.Map;

/** Reads the parts of a quota. A missing part counts as an empty one. */
final class QuotaFields {

    private static final ResourceQuotaSpec NO_SPEC = new ResourceQuotaSpec(Map.of(), List.of(), null, Map.of());
    private static final ResourceQuotaStatus NO_STATUS = new ResourceQuotaStatus(Map.of(), Map.of(), Map.of());

    private QuotaFields() {}

    static ResourceQuotaSpec specOf(ResourceQuota quota) {
        return quota.spec() != null ? quota.spec() : NO_SPEC;
    }

    static ResourceQuotaStatus statusOf(ResourceQuota quota) {
        return quota.status() != null ? quota.status() : NO_STATUS;
    }

    static String namespaceOf(ResourceQuota quota) {
        String namespace = quota.metadata().namespace();
        return namespace == null ? "" : namespace;
    }

    /**
     * Whether both hold the same amounts, whatever their texts; a text that is no quantity equals only the same text.
     */
    static boolean equal(Map<String, String> a, Map<String, String> b) {
        try {
            return a.equals(b) || ResourceLists.equals(ResourceLists.parse(a), ResourceLists.parse(b));
        } catch (QuantityFormatException e) {
            return false;
        }
    }
}
