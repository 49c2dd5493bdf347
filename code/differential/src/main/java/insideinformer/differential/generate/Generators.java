package insideinformer.differential.generate;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** The generator of each subject. */
public final class Generators {

    private static final Map<String, TraceGenerator> ALL = new TreeMap<>(Map.ofEntries(
            Map.entry("keys", new KeysGenerator()),
            Map.entry("store", new StoreGenerator()),
            Map.entry("delta-fifo", new DeltaFIFOGenerator()),
            Map.entry("ring", new RingGenerator()),
            Map.entry("reflector", new ReflectorGenerator()),
            Map.entry("shared-informer", new SharedInformerGenerator()),
            Map.entry("work-queue", new WorkQueueGenerator()),
            Map.entry("rate-limiter", new RateLimiterGenerator()),
            Map.entry("backoff", new BackoffGenerator()),
            Map.entry("label-selector", new LabelSelectorGenerator()),
            Map.entry("field-selector", new FieldSelectorGenerator()),
            Map.entry("quantity", new QuantityGenerator()),
            Map.entry("resource-list", new ResourceListGenerator()),
            Map.entry("quota-usage", new QuotaUsageGenerator()),
            Map.entry("quota-scopes", new QuotaScopesGenerator()),
            Map.entry("quota-admission", new QuotaAdmissionGenerator()),
            Map.entry("quota-sync", new QuotaSyncGenerator())));

    private Generators() {}

    public static Optional<TraceGenerator> find(String subject) {
        return Optional.ofNullable(ALL.get(subject));
    }

    /** Sorted. */
    public static Set<String> subjects() {
        return ALL.keySet();
    }
}
