package insideinformer.apiserver.admission;

import insideinformer.quota.Quantity;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Compares one entry of a LimitRange with requests and limits. Each problem becomes a sentence in the server's words.
 *
 * <p>Upstream: {@code plugin/pkg/admission/limitranger/admission.go, minConstraint} and its neighbors.
 */
final class LimitCheck {

    private LimitCheck() {}

    static void all(JsonNode limit, Map<String, Quantity> requests, Map<String, Quantity> limits,
            Set<String> problems) {
        LimitRanger.amounts(limit.path("min")).forEach((name, least) ->
                least("minimum " + name + " usage per " + type(limit) + " is " + least.canonical(), least,
                        requests.get(name), limits.get(name), problems));
        LimitRanger.amounts(limit.path("max")).forEach((name, most) ->
                most("maximum " + name + " usage per " + type(limit) + " is " + most.canonical(), most,
                        requests.get(name), limits.get(name), problems));
        LimitRanger.amounts(limit.path("maxLimitRequestRatio")).forEach((name, ratio) ->
                ratio(name + " max limit to request ratio per " + type(limit) + " is " + ratio.canonical(), ratio,
                        requests.get(name), limits.get(name), problems));
    }

    /** For claims, which have requests only. */
    static void requests(JsonNode limit, Map<String, Quantity> requests, Set<String> problems) {
        LimitRanger.amounts(limit.path("min")).forEach((name, least) ->
                least("minimum " + name + " usage per " + type(limit) + " is " + least.canonical(), least,
                        requests.get(name), null, problems));
        LimitRanger.amounts(limit.path("max")).forEach((name, most) -> {
            String rule = "maximum " + name + " usage per " + type(limit) + " is " + most.canonical();
            Quantity request = requests.get(name);
            if (request == null) {
                problems.add(rule + ".  No request is specified");
            } else if (request.compareTo(most) > 0) {
                problems.add(rule + ", but request is " + request.canonical());
            }
        });
    }

    private static void least(String rule, Quantity least, @Nullable Quantity request, @Nullable Quantity limit,
            Set<String> problems) {
        if (request == null) {
            problems.add(rule + ".  No request is specified");
        } else if (request.compareTo(least) < 0) {
            problems.add(rule + ", but request is " + request.canonical());
        } else if (limit != null && limit.compareTo(least) < 0) {
            problems.add(rule + ", but limit is " + limit.canonical());
        }
    }

    private static void most(String rule, Quantity most, @Nullable Quantity request, @Nullable Quantity limit,
            Set<String> problems) {
        if (limit == null) {
            problems.add(rule + ".  No limit is specified");
        } else if (limit.compareTo(most) > 0) {
            problems.add(rule + ", but limit is " + limit.canonical());
        } else if (request != null && request.compareTo(most) > 0) {
            problems.add(rule + ", but request is " + request.canonical());
        }
    }

    private static void ratio(String rule, Quantity most, @Nullable Quantity request, @Nullable Quantity limit,
            Set<String> problems) {
        if (request == null || request.isZero()) {
            problems.add(rule + ", but no request is specified or request is 0");
        } else if (limit == null || limit.isZero()) {
            problems.add(rule + ", but no limit is specified or limit is 0");
        } else {
            BigDecimal allowed = request.asDecimal().multiply(most.asDecimal());
            if (limit.asDecimal().compareTo(allowed) > 0) {
                problems.add(rule + ", but provided ratio is " + String.format(
                        Locale.ROOT, "%f", limit.asApproximateDouble() / request.asApproximateDouble()));
            }
        }
    }

    private static String type(JsonNode limit) {
        return limit.path("type").asString("");
    }
}
