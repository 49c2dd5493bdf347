package insideinformer.differential.generate;

import insideinformer.conformance.trace.Difference;
import insideinformer.conformance.trace.TraceJson;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Traces of quota admission. Quotas are almost full or have scopes that make no sense. Creates and updates fit or do
 * not fit, alone and in batches. The server fails and answers with conflicts.
 *
 * <p>It avoids three cases in which the port deviates on purpose: conflicts together with default limits (QA-13),
 * conflicts in batches (QA-14), and updates of a claim's status (QM-24).
 */
final class QuotaAdmissionGenerator implements TraceGenerator {

    private static final List<String> EVALUATORS = List.of(
            "pods", "pods", "pods", "pods", "services", "persistentvolumeclaims", "secrets", "deployments.apps");
    private static final List<String> IGNORED = List.of("events", "bindings", "events.events.k8s.io");
    private static final Map<String, List<String>> AMOUNTS = new LinkedHashMap<>();
    private static final Map<String, Integer> OPERATIONS = new LinkedHashMap<>();

    static {
        AMOUNTS.put("pods", List.of("0", "1", "2", "20"));
        AMOUNTS.put("count/pods", List.of("0", "1", "2", "20"));
        AMOUNTS.put("cpu", List.of("0", "1", "2500m", "5"));
        AMOUNTS.put("requests.memory", List.of("0", "1Gi", "2Gi", "100Gi"));
        AMOUNTS.put("limits.memory", List.of("1Gi", "2Gi", "100Gi"));
        AMOUNTS.put("requests.example.com/dongle", List.of("0", "2", "5"));
        AMOUNTS.put("services", List.of("0", "1", "5"));
        AMOUNTS.put("services.nodeports", List.of("0", "1", "5"));
        AMOUNTS.put("requests.storage", List.of("1Gi", "10Gi", "200Gi"));
        AMOUNTS.put("persistentvolumeclaims", List.of("1", "5"));
        AMOUNTS.put("count/secrets", List.of("0", "3"));
        AMOUNTS.put("count/deployments.apps", List.of("0", "3"));
        OPERATIONS.put("checkRequest", 45);
        OPERATIONS.put("evaluate", 35);
        OPERATIONS.put("batch", 8);
        OPERATIONS.put("setUsed", 12);
        OPERATIONS.put("quotas", 8);
    }

    @Override
    public ObjectNode generate(long seed) {
        Dice dice = new Dice("quota-admission", seed);
        ObjectNode config = Difference.object().put("now", "2026-01-01T00:00:00Z");
        QuotaObjects draw = new QuotaObjects(dice);
        draw.gates(config.putObject("features"));
        boolean limited = dice.percent(40);
        if (limited) {
            limit(dice, config.putArray("limited"));
        }
        ObjectNode objects = config.putObject("objects");
        for (int i = 0; i < 4; i++) {
            ObjectNode pod = draw.pod("p" + i, QuotaObjects.ALL_TIMES);
            put(dice, objects, "pod" + i, pod, draw.later(pod, QuotaObjects.ALL_TIMES));
        }
        put(dice, objects, "svc0", draw.service("s"), draw.service("s"));
        put(dice, objects, "pvc0", draw.claim("c"), draw.claim("c"));
        put(dice, objects, "plain0", draw.plain("o"), draw.plain("o"));
        ArrayNode quotas = config.putArray("quotas");
        for (String name : List.of("qa", "qb", "qc").subList(0, dice.between(1, 3))) {
            quotas.add(quota(dice, name));
        }
        Map<String, Integer> operations = dice.temper(OPERATIONS, List.of("checkRequest"));
        ArrayNode steps = TraceJson.MAPPER.createArrayNode();
        for (int i = dice.between(8, 16); i > 0; i--) {
            String op = dice.weighted(operations);
            arguments(dice, op, limited, quotas.size(), steps.addObject().put("op", op).putObject("args"));
        }
        return TraceGenerator.trace("quota-admission", seed, config, steps);
    }

    private static void limit(Dice dice, ArrayNode limited) {
        for (int i = dice.between(1, 2); i > 0; i--) {
            ObjectNode one = limited.addObject().put("resource", dice.of("pods", "pods", "persistentvolumeclaims"));
            if (dice.percent(60)) {
                one.putArray("matchContains").add(dice.of("cpu", "pods", "memory", "storage", "count/"));
            }
            if (dice.percent(40)) {
                ObjectNode term = one.putArray("matchScopes").addObject()
                        .put("scopeName", "PriorityClass").put("operator", "Exists");
                if (dice.percent(70)) {
                    term.put("operator", "In").putArray("values").add(dice.of(QuotaObjects.CLASSES));
                }
            }
        }
    }

    /** The new object, and under another key the old one. Some objects leave the namespace to the request. */
    private static void put(Dice dice, ObjectNode objects, String key, ObjectNode object, ObjectNode old) {
        objects.set(key, object);
        objects.set(key + "old", old);
        if (dice.percent(30)) {
            object.withObject("/metadata").remove("namespace");
        }
        if (dice.percent(20)) {
            object.withObject("/metadata").remove("name");
        }
        if (dice.percent(80)) {
            old.withObject("/metadata").put("resourceVersion", "7");
        }
    }

    private static ObjectNode quota(Dice dice, String name) {
        ObjectNode quota = Difference.object().put("apiVersion", "v1").put("kind", "ResourceQuota");
        quota.putObject("metadata").put("name", name).put("namespace", dice.of("ns1", "ns1", "ns1", "ns2"))
                .put("resourceVersion", "10");
        ObjectNode hard = Difference.object();
        for (int i = dice.between(1, 4); i > 0; i--) {
            String resource = dice.of(List.copyOf(AMOUNTS.keySet()));
            hard.put(resource, dice.of(AMOUNTS.getOrDefault(resource, List.of("1"))));
        }
        ObjectNode spec = quota.putObject("spec");
        spec.set("hard", hard);
        new QuotaObjects(dice).scopes(spec, () -> "PriorityClass");
        if (dice.percent(8)) {
            senselessSelector(dice, spec);
        }
        if (dice.percent(95)) {
            ObjectNode status = quota.putObject("status");
            status.set("hard", hard.deepCopy());
            ObjectNode used = status.putObject("used");
            hard.propertyNames().stream().sorted().filter(resource -> dice.percent(95))
                    .forEach(resource -> used.put(resource, dice.of("0", "0", "1", "2")));
        }
        return quota;
    }

    /** A term that cannot become a selector. Every request that reaches it is refused. */
    private static void senselessSelector(Dice dice, ObjectNode spec) {
        ObjectNode term = spec.putObject("scopeSelector").putArray("matchExpressions").addObject()
                .put("scopeName", "PriorityClass").put("operator", dice.of("Near", "", "In", "NotIn"));
        if (dice.percent(50)) {
            term.putArray("values").add(dice.of("not a label", "high"));
        }
    }

    private static void arguments(Dice dice, String op, boolean limited, int quotas, ObjectNode args) {
        switch (op) {
            case "checkRequest" -> request(dice, dice.of(EVALUATORS), args);
            case "evaluate" -> {
                request(dice, dice.percent(4) ? dice.of(IGNORED) : dice.of(EVALUATORS), args);
                if (!limited && dice.percent(40)) {
                    ArrayNode updates = args.putArray("updates");
                    for (int i = dice.between(1, 8); i > 0; i--) {
                        ObjectNode update = updates.addObject();
                        if (dice.percent(60)) {
                            update.put("conflict", true);
                            if (dice.percent(15)) {
                                update.put("delete", true);
                            } else if (dice.percent(30)) {
                                used(dice, update);
                            }
                        }
                    }
                }
                if (dice.percent(8)) {
                    args.putArray("failLookups").add(dice.of(1, 1, 2));
                }
            }
            case "batch" -> {
                ArrayNode requests = args.putArray("requests");
                for (int i = dice.between(1, 4); i > 0; i--) {
                    ObjectNode request = requests.addObject();
                    request(dice, dice.of(EVALUATORS), request);
                    request.put("namespace", "ns1");
                }
            }
            case "setUsed" -> {
                args.put("quota", List.of("qa", "qb", "qc").get(dice.below(quotas)));
                used(dice, args);
            }
            default -> {}
        }
    }

    private static void used(Dice dice, ObjectNode holder) {
        ObjectNode used = holder.putObject("used");
        AMOUNTS.keySet().forEach(resource -> used.put(resource, dice.of("0", "0", "1", "2")));
    }

    private static void request(Dice dice, String evaluator, ObjectNode args) {
        String object = switch (evaluator) {
            case "services" -> "svc0";
            case "persistentvolumeclaims" -> "pvc0";
            case "pods" -> dice.of("pod0", "pod1", "pod2", "pod3");
            default -> "plain0";
        };
        args.put("evaluator", evaluator)
                .put("namespace", dice.of("ns1", "ns1", "ns1", "ns2"))
                .put("operation", "create")
                .put("object", object);
        if (dice.percent(40)) {
            args.put("operation", "update");
            if (dice.percent(95)) {
                args.put("oldObject", object + "old");
            }
            if (dice.percent(30)) {
                boolean claims = evaluator.equals("persistentvolumeclaims");
                args.put("subresource", dice.of("resize", claims ? "resize" : "status"));
            }
        }
        if (dice.percent(10)) {
            args.put("name", "named");
        }
        if (dice.percent(8)) {
            args.put("dryRun", true);
        }
    }
}
