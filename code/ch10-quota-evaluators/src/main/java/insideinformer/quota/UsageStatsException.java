package insideinformer.quota;

import java.util.Map;

/** Counting ended early. {@link #partial} is the sum so far, which is too small. */
public final class UsageStatsException extends QuotaException {

    private final transient UsageStats partial;

    UsageStatsException(QuotaException cause, Map<String, Quantity> partial) {
        super(cause.kind(), String.valueOf(cause.getMessage()), cause);
        this.partial = new UsageStats(partial);
    }

    public UsageStats partial() {
        return partial;
    }
}
