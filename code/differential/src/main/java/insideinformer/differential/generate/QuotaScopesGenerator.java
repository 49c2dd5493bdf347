package insideinformer.differential.generate;

import insideinformer.conformance.trace.Difference;
import insideinformer.conformance.trace.TraceJson;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Traces of scopes: terms that fit pods and claims, terms that make no sense, quotas with both, and counts of a whole
 * namespace. Counts use no term that is refused, because upstream refuses it only when it reaches an object (QE-13).
 */
final class QuotaScopesGenerator implements TraceGenerator {

    private static final List<String> EVALUATORS = List.of(
            "pods", "pods", "pods", "persistentvolumeclaims", "persistentvolumeclaims", "services", "secrets",
            "deployments.apps", "widgets.example.com");
    private static final List<String> OBJECTS =
            List.of("pod0", "pod1", "pod2", "pod3", "pvc0", "pvc1", "pvc2", "svc0", "plain0", "plain1");
    private static final List<String> PLAIN_SCOPES = List.of(
            "Terminating", "NotTerminating", "BestEffort", "NotBestEffort", "CrossNamespacePodAffinity");
    private static final List<String> NAMED_SCOPES = List.of("PriorityClass", "PriorityClass", "VolumeAttributesClass");
    private static final List<String> HARD = List.of(
            "pods", "count/pods", "cpu", "memory", "requests.cpu", "limits.memory", "requests.example.com/dongle",
            "hugepages-2Mi", "persistentvolumeclaims", "requests.storage",
            "gold.storageclass.storage.k8s.io/requests.storage",
            "silver.storageclass.storage.k8s.io/persistentvolumeclaims", "services", "services.nodeports",
            "count/secrets", "count/deployments.apps", "count/widgets.example.com", "unknown");
    private static final Map<String, Integer> OPERATIONS = new LinkedHashMap<>();

    static {
        OPERATIONS.put("matchingScopes", 30);
        OPERATIONS.put("uncoveredScopes", 12);
        OPERATIONS.put("matches", 30);
        OPERATIONS.put("calculateUsage", 28);
    }

    @Override
    public ObjectNode generate(long seed) {
        Dice dice = new Dice("quota-scopes", seed);
        ObjectNode config = Difference.object().put("now", "2026-01-01T00:00:00Z");
        QuotaObjects draw = new QuotaObjects(dice);
        draw.gates(config.putObject("features"));
        ObjectNode objects = config.putObject("objects");
        for (int i = 0; i < 4; i++) {
            objects.set("pod" + i, draw.pod("p" + i, QuotaObjects.ALL_TIMES));
        }
        for (int i = 0; i < 3; i++) {
            objects.set("pvc" + i, draw.claim("c" + i));
        }
        objects.set("svc0", draw.service("s0"));
        objects.set("plain0", draw.plain("o0"));
        objects.set("plain1", draw.plain("o1"));
        ObjectNode quotas = config.putObject("quotaObjects");
        for (String quota : List.of("q0", "q1", "u0", "u1", "u2")) {
            quotas.set(quota, quota(dice, quota, quota.startsWith("q")));
        }
        Map<String, Integer> operations = dice.temper(OPERATIONS, List.of("matches"));
        ArrayNode steps = TraceJson.MAPPER.createArrayNode();
        for (int i = dice.between(10, 16); i > 0; i--) {
            String op = dice.weighted(operations);
            arguments(dice, op, steps.addObject().put("op", op).putObject("args"));
        }
        return TraceGenerator.trace("quota-scopes", seed, config, steps);
    }

    /** @param refused whether some of its terms can make no sense */
    private static ObjectNode quota(Dice dice, String name, boolean refused) {
        ObjectNode quota = Difference.object().put("apiVersion", "v1").put("kind", "ResourceQuota");
        quota.putObject("metadata").put("name", name).put("namespace", "ns1");
        ObjectNode spec = quota.putObject("spec");
        ObjectNode hard = spec.putObject("hard");
        for (int i = dice.between(1, 5); i > 0; i--) {
            hard.put(dice.of(HARD), dice.of("0", "1", "5", "10Gi"));
        }
        quota.putObject("status").set("hard", hard.deepCopy());
        if (dice.percent(35)) {
            spec.putArray("scopes").add(dice.of(PLAIN_SCOPES));
        }
        if (dice.percent(45)) {
            spec.putObject("scopeSelector").set("matchExpressions", terms(dice, dice.between(1, 2), refused));
        }
        return quota;
    }

    private static void arguments(Dice dice, String op, ObjectNode args) {
        switch (op) {
            case "matchingScopes" -> {
                String evaluator = dice.of(EVALUATORS);
                args.put("evaluator", evaluator)
                        .put("object", fitting(dice, evaluator))
                        .set("scopes", terms(dice, dice.between(0, 4), true));
            }
            case "uncoveredScopes" -> args.put("evaluator", dice.of(EVALUATORS))
                    .<ObjectNode>set("limited", terms(dice, dice.between(0, 3), false))
                    .set("matched", terms(dice, dice.between(0, 3), false));
            case "matches" -> {
                String evaluator = dice.of(EVALUATORS);
                args.put("evaluator", evaluator).put("object", fitting(dice, evaluator));
                if (dice.percent(4)) {
                    args.putNull("quota");
                } else {
                    args.put("quota", dice.of("q0", "q1", "u0", "u1", "u2"));
                }
            }
            default -> {
                ArrayNode objects = args.put("quota", dice.of("u0", "u1", "u2"))
                        .put("namespace", dice.of("ns1", "ns1", "ns2"))
                        .putArray("objects");
                OBJECTS.stream().filter(object -> dice.percent(50)).forEach(objects::add);
                if (dice.percent(15)) {
                    args.putArray("failing").add(dice.of("pods", "services", "persistentvolumeclaims", "secrets"));
                }
            }
        }
    }

    private static String fitting(Dice dice, String evaluator) {
        if (dice.percent(5)) {
            return dice.of(OBJECTS);
        }
        return switch (evaluator) {
            case "pods" -> dice.of("pod0", "pod1", "pod2", "pod3");
            case "persistentvolumeclaims" -> dice.of("pvc0", "pvc1", "pvc2");
            case "services" -> "svc0";
            default -> dice.of("plain0", "plain1");
        };
    }

    private static ArrayNode terms(Dice dice, int number, boolean refused) {
        ArrayNode terms = TraceJson.MAPPER.createArrayNode();
        for (int i = 0; i < number; i++) {
            ObjectNode term = terms.addObject();
            if (refused && dice.percent(8)) {
                term.put("scopeName", dice.of(NAMED_SCOPES)).put("operator", dice.of("In", "DoesNotExist", "Equals"));
                if (dice.percent(50)) {
                    term.putArray("values").add(dice.of("high", "no label value"));
                }
            } else if (dice.percent(40)) {
                term.put("scopeName", dice.of(PLAIN_SCOPES)).put("operator", "Exists");
            } else {
                term.put("scopeName", dice.of(NAMED_SCOPES)).put("operator", dice.of("Exists", "DoesNotExist"));
                if (dice.percent(60)) {
                    ArrayNode values = term.put("operator", dice.of("In", "NotIn")).putArray("values");
                    for (int j = dice.between(1, 2); j > 0; j--) {
                        values.add(dice.of(QuotaObjects.CLASSES));
                    }
                }
            }
        }
        return terms;
    }
}
