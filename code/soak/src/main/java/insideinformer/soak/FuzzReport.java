package insideinformer.soak;

import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * The result of the requests of one seed.
 *
 * @param failures the first failures, each with its request
 */
record FuzzReport(long seed, long requests, Duration time, Tally tally, List<String> failures) {

    boolean isGood() {
        return failures.isEmpty();
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        failures.forEach(failure -> text.append(failure).append("\n\n"));
        double seconds = Math.max(1, time.toMillis()) / 1000.0;
        text.append(String.format(Locale.ROOT, "seed %d: %d requests in %.0f s, %.0f a second, %s%n",
                seed, requests, seconds, requests / seconds,
                isGood() ? "none failed" : failures.size() + " kinds of failure"));
        tally.under("code ").forEach((code, count) ->
                text.append("  ").append(code).append("  ").append(count).append('\n'));
        text.append(tally.under("reason ").size()).append(" reasons, ")
                .append(tally.under("message ").size()).append(" kinds of message, ")
                .append(tally.of("read back")).append(" objects read back, ")
                .append(tally.of("sweep")).append(" sweeps");
        return text.toString();
    }
}
