package insideinformer.differential;

import insideinformer.differential.generate.Generators;
import insideinformer.differential.generate.TraceGenerator;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** The options that say which traces to make: of which subject, and from which seeds. */
final class SeedOptions {

    private static final Pattern RANGE = Pattern.compile("(\\d{1,18})(?:\\.\\.(\\d{1,18}))?");

    @Option(names = "--subject", description = "What the traces are about (default: ${DEFAULT-VALUE}).")
    String subject = "delta-fifo";

    @Option(
            names = "--seeds",
            paramLabel = "FROM..TO",
            description = "One seed or a range (default: ${DEFAULT-VALUE}).")
    private String seeds = "1..1000";

    /** What is wrong with the options, and what to write instead. Empty if nothing is wrong. */
    Optional<String> problem() {
        if (Generators.find(subject).isEmpty()) {
            return Optional.of(
                    "There is no generator for " + subject + "; choose one of " + Generators.subjects() + ".");
        }
        return RANGE.matcher(seeds).matches()
                ? Optional.empty()
                : Optional.of("'" + seeds + "' is not a range of seeds; write 42 or 1..1000.");
    }

    /** One trace for each seed. Each is made when the stream reaches it. */
    Stream<String> traces() {
        Matcher range = RANGE.matcher(seeds);
        if (problem().isPresent() || !range.matches()) {
            throw new IllegalStateException(problem().orElseThrow());
        }
        TraceGenerator generator = Generators.find(subject).orElseThrow();
        long first = Long.parseLong(range.group(1));
        long last = range.group(2) == null ? first : Long.parseLong(range.group(2));
        return LongStream.rangeClosed(first, last).mapToObj(seed -> generator.generate(seed).toString());
    }
}
