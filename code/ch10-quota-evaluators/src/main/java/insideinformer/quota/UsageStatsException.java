package insideinformer.quota;

import java.util.Map;

/** Counting ended early; {@link #partial} is what had been added up by then and is too small. */
public final class UsageStatsException extends QuotaException {

    private final transient UsageStats partial;

    UsageStatsException(Kind kind, String message, Throwable cause, Map<String, Quantity> partial) {
        super(kind, message, cause);
        this.partial = new UsageStats(partial);
    }

    public UsageStats partial() {
        return partial;
    }
}
