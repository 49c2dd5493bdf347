package insideinformer.apiserver.admission;

import insideinformer.api.ApiException;
import insideinformer.api.GroupResource;
import insideinformer.api.ObjectMeta;
import insideinformer.api.ResourceQuota;
import insideinformer.apiserver.errors.Errors;
import insideinformer.apiserver.store.ObjectStore;
import insideinformer.json.Json;
import insideinformer.quota.QuotaException;
import insideinformer.quota.ResourceLists;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads and writes quotas in the server's store. The store is never behind, so no written quota has to be remembered.
 *
 * <p>Upstream: {@code admission/plugin/resourcequota/resource_access.go, quotaAccessor}, which reads a cache.
 */
final class StoreQuotaAccessor implements QuotaAccessor {

    private static final GroupResource QUOTAS = new GroupResource("", "resourcequotas");

    private final ObjectStore store;

    StoreQuotaAccessor(ObjectStore store) {
        this.store = store;
    }

    @Override
    public List<MeasuredQuota> getQuotas(String namespace) throws QuotaException {
        List<MeasuredQuota> quotas = new ArrayList<>();
        for (ObjectNode node : store.list(QUOTAS, namespace).items()) {
            quotas.add(MeasuredQuota.of(Json.MAPPER.treeToValue(node, ResourceQuota.class)));
        }
        return quotas;
    }

    @Override
    public void updateQuotaStatus(MeasuredQuota quota) throws ApiException {
        ObjectMeta read = quota.quota().metadata();
        ObjectNode stored = store.get(QUOTAS, String.valueOf(read.namespace()), quota.name());
        if (stored == null) {
            throw Errors.notFound(QUOTAS, quota.name());
        }
        ObjectNode charged = stored.deepCopy(); // keeps the fields that our types do not know
        charged.withObject("/status").set("used", Json.MAPPER.valueToTree(ResourceLists.texts(quota.used())));
        charged.withObject("/metadata").put("resourceVersion", read.resourceVersion()); // else 409
        store.update(QUOTAS, charged);
    }
}
