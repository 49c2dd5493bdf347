package insideinformer.apiserver.http;

import insideinformer.api.ApiException;
import insideinformer.apiserver.errors.Errors;
import insideinformer.apiserver.errors.FieldErrors;
import insideinformer.apiserver.watch.Watches;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How long a request may take: the {@code timeout} of the query, a minute at most. Watches have none of this.
 *
 * <p>Upstream: {@code apiserver/pkg/endpoints/filters/request_deadline.go}, and {@code time.ParseDuration}.
 */
public final class RequestTimeout {

    static final Duration LONGEST = Duration.ofMinutes(1);

    private static final Pattern PART = Pattern.compile("(\\d+(?:\\.\\d*)?|\\.\\d+)(ns|us|µs|ms|s|m|h)");
    private static final Map<String, Long> NANOS = Map.of(
            "ns", 1L, "us", 1_000L, "µs", 1_000L, "ms", 1_000_000L,
            "s", 1_000_000_000L, "m", 60_000_000_000L, "h", 3_600_000_000_000L);

    private RequestTimeout() {}

    public static Duration of(Query query) throws ApiException {
        String text = query.first("timeout");
        if (text.isEmpty()) {
            return LONGEST;
        }
        Duration wanted = parse(text);
        return wanted.isPositive() && wanted.compareTo(LONGEST) < 0 ? wanted : LONGEST;
    }

    private static Duration parse(String text) throws ApiException {
        if (text.equals("0")) {
            return Duration.ZERO;
        }
        BigDecimal nanos = BigDecimal.ZERO;
        Matcher part = PART.matcher(text);
        int end = text.startsWith("+") ? 1 : 0;
        do {
            if (!part.region(end, text.length()).lookingAt()) {
                throw Errors.badRequest("invalid timeout specified in the request URL - time: invalid duration "
                        + FieldErrors.quote(text));
            }
            end = part.end();
            BigDecimal unit = BigDecimal.valueOf(NANOS.getOrDefault(part.group(2), 0L));
            nanos = nanos.add(new BigDecimal(part.group(1)).multiply(unit));
        } while (end < text.length());
        return Duration.ofNanos(nanos.min(BigDecimal.valueOf(Long.MAX_VALUE)).longValue());
    }
}
