package insideinformer.apiserver.admission;

import insideinformer.quota.QuotaException;
import java.io.IOException;
import java.util.List;

/**
 * Where admission reads and charges quotas.
 *
 * <p>Upstream: {@code admission/plugin/resourcequota/resource_access.go, QuotaAccessor}.
 */
public interface QuotaAccessor {

    /** The quotas of a namespace as they are now, in a fixed order. */
    List<MeasuredQuota> getQuotas(String namespace) throws IOException, QuotaException;

    /**
     * Replaces the used amounts in a quota's status. If the quota has been written since it was read, the update is
     * refused with 409.
     */
    void updateQuotaStatus(MeasuredQuota quota) throws IOException;
}
