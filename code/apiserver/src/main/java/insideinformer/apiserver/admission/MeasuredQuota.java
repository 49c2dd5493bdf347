package insideinformer.apiserver.admission;

import insideinformer.api.ResourceQuota;
import insideinformer.api.ResourceQuotaStatus;
import insideinformer.quota.Quantity;
import insideinformer.quota.QuantityFormatException;
import insideinformer.quota.QuotaException;
import insideinformer.quota.ResourceLists;
import java.util.Map;

/**
 * A quota whose status has been read into amounts, once for a whole batch of requests.
 *
 * @param quota the object as it was read; its own status is not kept up to date
 * @param hard what its status limits
 * @param used what its status says is used, and what has been charged since
 */
public record MeasuredQuota(ResourceQuota quota, Map<String, Quantity> hard, Map<String, Quantity> used) {

    /** @throws QuotaException the status has an amount that is no quantity */
    public static MeasuredQuota of(ResourceQuota quota) throws QuotaException {
        ResourceQuotaStatus status = quota.status();
        if (status == null) {
            return new MeasuredQuota(quota, Map.of(), Map.of());
        }
        try {
            return new MeasuredQuota(quota, ResourceLists.parse(status.hard()), ResourceLists.parse(status.used()));
        } catch (QuantityFormatException e) {
            String message = "status of quota " + quota.metadata().name() + ": " + e.getMessage();
            throw new QuotaException(QuotaException.Kind.BAD_QUANTITY, message, e);
        }
    }

    public String name() {
        return String.valueOf(quota.metadata().name());
    }

    MeasuredQuota withUsed(Map<String, Quantity> newUsed) {
        return new MeasuredQuota(quota, hard, newUsed);
    }
}
