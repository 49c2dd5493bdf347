package insideinformer.conformance;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** Which traces are to be generated. */
final class SeedOptions {

    static final Map<String, TraceGenerator> GENERATORS = new TreeMap<>(Map.ofEntries(
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

    private static final Pattern RANGE = Pattern.compile("(\\d{1,18})(?:\\.\\.(\\d{1,18}))?");

    @Option(names = "--subject", description = "What the traces are about (default: ${DEFAULT-VALUE}).")
    String subject = "delta-fifo";

    @Option(
            names = "--seeds",
            paramLabel = "FROM..TO",
            description = "One seed or a range (default: ${DEFAULT-VALUE}).")
    private String seeds = "1..1000";

    /** What is wrong with the options, and what would be right. */
    Optional<String> problem() {
        if (!GENERATORS.containsKey(subject)) {
            return Optional.of("There is no generator for " + subject + "; choose one of " + GENERATORS.keySet() + ".");
        }
        return RANGE.matcher(seeds).matches()
                ? Optional.empty()
                : Optional.of("'" + seeds + "' is no range of seeds; write 42 or 1..1000.");
    }

    /** One trace a seed, made as they are asked for. */
    Stream<String> traces() {
        TraceGenerator generator = GENERATORS.get(subject);
        Matcher range = RANGE.matcher(seeds);
        if (generator == null || !range.matches()) {
            throw new IllegalStateException(problem().orElseThrow());
        }
        long first = Long.parseLong(range.group(1));
        long last = range.group(2) == null ? first : Long.parseLong(range.group(2));
        return LongStream.rangeClosed(first, last).mapToObj(seed -> generator.generate(seed).toString());
    }
}
