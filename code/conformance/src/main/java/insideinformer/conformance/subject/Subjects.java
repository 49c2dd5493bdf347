package insideinformer.conformance.subject;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The list of subjects that this build can replay. */
public final class Subjects {

    private static final Map<String, TraceSubject> ALL = new LinkedHashMap<>();

    static {
        for (TraceSubject subject : List.of(
                new KeysSubject(),
                new StoreSubject(),
                new DeltaFIFOSubject(),
                new RingSubject(),
                new ReflectorSubject(),
                new SharedInformerSubject(),
                new WorkQueueSubject(),
                new RateLimiterSubject(),
                new BackoffSubject(),
                new QuantitySubject(),
                new ResourceListSubject(),
                new SelectorSubject("label-selector", LabelSelectorUnderTest::new),
                new SelectorSubject("field-selector", FieldSelectorUnderTest::new),
                new QuotaEvaluatorsSubject("quota-usage"),
                new QuotaEvaluatorsSubject("quota-scopes"),
                new QuotaAdmissionSubject(),
                new QuotaSyncSubject())) {
            ALL.put(subject.name(), subject);
        }
    }

    /** Subjects whose traces exist and that this build cannot replay, each with the reason. */
    private static final Map<String, String> LATER = Map.ofEntries(
            Map.entry("leader-election", "chapter 13, which builds leader election, is not written yet"),
            Map.entry("leader-config", "chapter 13, which builds leader election, is not written yet"),
            Map.entry("lease-lock", "chapter 13, which builds leader election, is not written yet"),
            Map.entry("event-correlator", "chapter 13, which records events, is not written yet"),
            Map.entry("controllers-enabled", "chapter 14, which chooses controllers by option, is not written yet"),
            Map.entry("runtime-cache", "chapter 15, which builds the cache of controller-runtime, is not written yet"),
            Map.entry("runtime-handlers", "chapter 16, which builds controller-runtime, is not written yet"),
            Map.entry("runtime-predicates", "chapter 16, which builds controller-runtime, is not written yet"),
            Map.entry("runtime-reconcile", "chapter 16, which builds controller-runtime, is not written yet"),
            Map.entry("real-fifo", "chapter 17, which builds RealFIFO, is not written yet"));

    private Subjects() {}

    public static Optional<TraceSubject> find(String name) {
        return Optional.ofNullable(ALL.get(name));
    }

    /** Why there is no subject of this name. */
    public static String missing(String name) {
        return LATER.getOrDefault(name, "this build has no subject " + name);
    }
}
