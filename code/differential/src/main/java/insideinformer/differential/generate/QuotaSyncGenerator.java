package insideinformer.differential.generate;

import insideinformer.conformance.trace.Difference;
import insideinformer.conformance.trace.TraceJson;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Traces of the quota controller. It counts while objects change, lists fail and updates are refused, and the traces
 * show which event queues which quota. No scope term is one that upstream refuses (QE-13).
 */
final class QuotaSyncGenerator implements TraceGenerator {

    private static final List<String> OBJECTS =
            List.of("pod0", "pod1", "pod2", "pod3", "svc0", "svc1", "pvc0", "pvc1", "plain0", "plain1");
    private static final List<String> QUOTAS = List.of("q0", "q0", "q0", "q1", "q2");
    private static final List<String> HARD = List.of(
            "pods", "count/pods", "cpu", "requests.memory", "limits.memory", "requests.example.com/dongle",
            "persistentvolumeclaims", "requests.storage", "services", "services.nodeports", "count/secrets",
            "count/deployments.apps", "unknown");
    private static final List<String> RESOURCES =
            List.of("pods", "services", "persistentvolumeclaims", "secrets", "deployments.apps");
    private static final List<String> VERBS = List.of("create", "list", "watch", "delete");
    private static final Map<String, Integer> OPERATIONS = new LinkedHashMap<>();

    static {
        OPERATIONS.put("sync", 35);
        OPERATIONS.put("deliver", 18);
        OPERATIONS.put("setObject", 18);
        OPERATIONS.put("setQuota", 10);
        OPERATIONS.put("failLists", 5);
        OPERATIONS.put("event", 8);
        OPERATIONS.put("replenish", 6);
        OPERATIONS.put("deleteObject", 4);
        OPERATIONS.put("deleteQuota", 2);
        OPERATIONS.put("enqueueAll", 2);
        OPERATIONS.put("quotableResources", 4);
    }

    @Override
    public ObjectNode generate(long seed) {
        Dice dice = new Dice("quota-sync", seed);
        ObjectNode config = Difference.object().put("now", "2026-01-01T00:00:00Z").put("controller", true);
        QuotaObjects draw = new QuotaObjects(dice);
        draw.gates(config.putObject("features"));
        ObjectNode objects = config.putObject("objects");
        for (String key : OBJECTS) {
            objects.set(key, switch (key.substring(0, key.length() - 1)) {
                case "pod" -> draw.pod(key, QuotaObjects.ALL_TIMES);
                case "svc" -> draw.service(key);
                case "pvc" -> draw.claim(key);
                default -> draw.plain(key);
            });
        }
        Map<String, Integer> operations = dice.temper(OPERATIONS, List.of("sync"));
        ArrayNode steps = TraceJson.MAPPER.createArrayNode();
        for (String quota : List.of("q0", "q1")) {
            steps.addObject().put("op", "setQuota").putObject("args").set("object", quota(dice, quota));
        }
        for (int i = dice.between(15, 25); i > 0; i--) {
            String op = dice.weighted(operations);
            arguments(dice, op, steps.addObject().put("op", op).putObject("args"));
        }
        return TraceGenerator.trace("quota-sync", seed, config, steps);
    }

    private static ObjectNode quota(Dice dice, String name) {
        ObjectNode quota = Difference.object().put("apiVersion", "v1").put("kind", "ResourceQuota");
        quota.putObject("metadata").put("name", name).put("namespace", dice.of("ns1", "ns1", "ns1", "ns2"))
                .put("resourceVersion", Integer.toString(10 + dice.below(3)));
        ObjectNode spec = quota.putObject("spec");
        ObjectNode hard = amounts(dice, dice.between(0, 4));
        if (!hard.isEmpty()) {
            spec.set("hard", hard);
        }
        new QuotaObjects(dice).scopes(spec, () -> dice.of("PriorityClass", "VolumeAttributesClass"));
        if (dice.percent(65)) {
            ObjectNode status = quota.putObject("status");
            ObjectNode counted = dice.percent(75) ? hard.deepCopy() : amounts(dice, 2);
            ObjectNode used = Difference.object();
            counted.propertyNames().stream().sorted().filter(resource -> dice.percent(90))
                    .forEach(resource -> used.put(resource, dice.of("0", "1", "2Gi")));
            if (!counted.isEmpty()) {
                status.set("hard", counted);
            }
            if (!used.isEmpty()) {
                status.set("used", used);
            }
        }
        return quota;
    }

    private static ObjectNode amounts(Dice dice, int number) {
        ObjectNode amounts = Difference.object();
        for (int i = 0; i < number; i++) {
            amounts.put(dice.of(HARD), dice.of("0", "1", "5", "2Gi", "2048Mi", "10G"));
        }
        return amounts;
    }

    private static void arguments(Dice dice, String op, ObjectNode args) {
        switch (op) {
            case "sync" -> {
                args.put("key", dice.percent(5)
                        ? dice.of("a/b/c", "q0", "ns1/absent")
                        : dice.of("ns1/", "ns1/", "ns1/", "ns2/") + dice.of(QUOTAS));
                if (dice.percent(15)) {
                    args.put("update", dice.of("conflict", "conflict", "notFound"));
                }
            }
            case "setQuota" -> args.set("object", quota(dice, dice.of(QUOTAS)));
            case "deleteQuota" -> args.put("key", "ns1/" + dice.of(QUOTAS));
            case "setObject", "deleteObject" -> args.put("object", dice.of(OBJECTS));
            case "failLists" -> {
                ArrayNode resources = args.putArray("resources");
                for (int i = dice.of(0, 0, 1, 1, 2); i > 0; i--) {
                    resources.add(dice.of(RESOURCES));
                }
            }
            case "event" -> {
                ObjectNode quota = quota(dice, dice.of(QUOTAS));
                args.put("type", dice.of("add", "add", "add", "update", "update", "delete", "tombstone"))
                        .set("object", quota);
                if (args.path("type").stringValue().equals("update")) {
                    args.set("old", dice.percent(40) ? quota.deepCopy() : quota(dice, "q0"));
                }
            }
            case "replenish" -> args
                    .put("resource", dice.percent(15) ? "unknowns.example.com" : dice.of(RESOURCES))
                    .put("namespace", dice.of("ns1", "ns1", "ns2"));
            case "quotableResources" -> discovery(dice, args);
            default -> {}
        }
    }

    private static void discovery(Dice dice, ObjectNode args) {
        ArrayNode lists = args.putArray("lists");
        for (int i = dice.between(0, 3); i > 0; i--) {
            ObjectNode list = lists.addObject().put("groupVersion", dice.percent(8)
                    ? "a/b/c"
                    : dice.of("v1", "apps/v1", "example.com/v1beta1", "empty/v1"));
            ArrayNode resources = list.putArray("resources");
            for (int j = dice.between(0, 3); j > 0; j--) {
                ArrayNode verbs = resources.addObject()
                        .put("name", dice.of("pods", "deployments", "widgets", "bindings"))
                        .put("kind", "K").put("namespaced", true).putArray("verbs").add("get");
                boolean all = dice.percent(60);
                VERBS.stream().filter(verb -> all || dice.percent(60)).forEach(verbs::add);
            }
        }
        if (dice.percent(40)) {
            args.put("failure", dice.of("total", "groups"));
        }
    }
}
