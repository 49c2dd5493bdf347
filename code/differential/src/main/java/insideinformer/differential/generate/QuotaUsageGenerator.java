package insideinformer.differential.generate;

import insideinformer.conformance.trace.Difference;
import insideinformer.conformance.trace.TraceJson;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Traces of evaluators: pods with every kind of amount, services, claims, and objects that are only counted.
 *
 * <p>It avoids updates of claims (QM-24) and scope terms together with objects of other types (QE-13), because the port
 * deviates there. It avoids update filters of pods near the end of their grace period, because the original's filter
 * has its own clock.
 */
final class QuotaUsageGenerator implements TraceGenerator {

    private static final List<String> EVALUATORS = List.of(
            "pods", "services", "persistentvolumeclaims", "secrets", "configmaps", "replicationcontrollers",
            "resourcequotas", "deployments.apps", "widgets.example.com");
    private static final List<String> NAMES = List.of(
            "pods", "count/pods", "cpu", "memory", "ephemeral-storage", "requests.cpu", "requests.memory",
            "requests.ephemeral-storage", "limits.cpu", "limits.memory", "limits.ephemeral-storage", "hugepages-2Mi",
            "requests.hugepages-2Mi", "limits.hugepages-2Mi", "requests.example.com/dongle", "example.com/dongle",
            "requests.foo.kubernetes.io/x", "requests.deviceclass.resource.kubernetes.io/dongle", "storage",
            "requests.storage", "persistentvolumeclaims", "count/persistentvolumeclaims",
            "gold.storageclass.storage.k8s.io/requests.storage",
            "silver.storageclass.storage.k8s.io/persistentvolumeclaims", "services", "count/services",
            "services.nodeports", "services.loadbalancers", "secrets", "count/secrets", "count/deployments.apps",
            "count/widgets.example.com", "count/resourceclaims.resource.k8s.io",
            "gpu.deviceclass.resource.k8s.io/devices");
    private static final List<String> CLOCKS = List.of(
            "2025-12-31T23:59:59Z", "2026-01-01T00:00:00Z", "2026-01-01T00:00:00.000000001Z",
            "2026-01-01T00:00:15Z", "2026-01-01T00:00:30.000000001Z", "2026-01-01T01:00:00Z");
    private static final Map<String, Integer> OPERATIONS = new LinkedHashMap<>();

    static {
        OPERATIONS.put("usage", 45);
        OPERATIONS.put("usageStats", 12);
        OPERATIONS.put("matchingResources", 7);
        OPERATIONS.put("constraints", 9);
        OPERATIONS.put("handles", 8);
        OPERATIONS.put("updateFilter", 7);
        OPERATIONS.put("setClock", 6);
        OPERATIONS.put("quotaPod", 6);
        OPERATIONS.put("isTerminating", 2);
        OPERATIONS.put("serviceType", 2);
        OPERATIONS.put("countName", 2);
        OPERATIONS.put("installed", 1);
    }

    @Override
    public ObjectNode generate(long seed) {
        Dice dice = new Dice("quota-usage", seed);
        ObjectNode config = Difference.object().put("now", "2026-01-01T00:00:00Z");
        List<String> evaluators = new ArrayList<>(EVALUATORS);
        List<String> counted = new ArrayList<>(List.of("plain0", "plain1"));
        QuotaObjects draw = new QuotaObjects(dice);
        boolean allGates = draw.gates(config.putObject("features"));
        ObjectNode objects = config.putObject("objects");
        for (int i = 0; i < 4; i++) {
            objects.set("pod" + i, draw.pod("p" + i, QuotaObjects.ALL_TIMES));
        }
        for (int i = 0; i < 2; i++) {
            ObjectNode pod = draw.pod("f" + i, QuotaObjects.FAR_TIMES);
            objects.set("f" + i, pod);
            objects.set("f" + i + "n", draw.later(pod, QuotaObjects.FAR_TIMES));
            objects.set("svc" + i, draw.service("s" + i));
            objects.set("pvc" + i, draw.claim("c" + i));
            objects.set("plain" + i, draw.plain("o" + i));
        }
        if (allGates && dice.percent(30)) { // with the gate off, the original works like a version that charged less
            config.putArray("optional").add("QE-47");
            objects.set("rc0", draw.deviceClaim("d0"));
            objects.set("rc1", draw.deviceClaim("d1"));
            counted.addAll(List.of("rc0", "rc1"));
            evaluators.addAll(List.of("resourceclaims.resource.k8s.io", "resourceclaims.resource.k8s.io"));
        }
        Map<String, Integer> operations = dice.temper(OPERATIONS, List.of("usage"));
        ArrayNode steps = TraceJson.MAPPER.createArrayNode();
        for (int i = dice.between(12, 22); i > 0; i--) {
            String op = dice.weighted(operations);
            arguments(dice, op, evaluators, counted, steps.addObject().put("op", op).putObject("args"));
        }
        return TraceGenerator.trace("quota-usage", seed, config, steps);
    }

    private static void arguments(
            Dice dice, String op, List<String> evaluators, List<String> counted, ObjectNode args) {
        switch (op) {
            case "usage" -> {
                String evaluator = dice.percent(50) ? "pods" : dice.of(evaluators);
                args.put("evaluator", evaluator)
                        .put("object", dice.percent(6) ? any(dice, counted) : fitting(dice, evaluator, counted));
            }
            case "usageStats" -> usageStats(dice, evaluators, counted, args);
            case "matchingResources" -> args.put("evaluator", dice.of(evaluators)).set("names", names(dice));
            case "constraints" -> {
                String evaluator = dice.percent(80) ? "pods" : dice.of(evaluators);
                args.put("evaluator", evaluator)
                        .put("object", dice.percent(6) ? any(dice, counted) : fitting(dice, evaluator, counted))
                        .set("required", names(dice));
            }
            case "handles" -> {
                String evaluator = dice.of(evaluators);
                args.put("evaluator", evaluator)
                        .put("operation", dice.of("create", "update", "update", "delete", "connect"))
                        .put("object", fitting(dice, evaluator, counted))
                        .put("oldObject", fitting(dice, evaluator, counted));
                if (dice.percent(40)) {
                    boolean claims = evaluator.equals("persistentvolumeclaims");
                    args.put("subresource", dice.of("resize", "ephemeralcontainers", claims ? "resize" : "status"));
                }
            }
            case "updateFilter" -> {
                String pod = dice.of("f0", "f1");
                if (dice.percent(75)) {
                    args.put("resource", "pods").put("old", pod).put("new", dice.percent(15) ? pod : pod + "n");
                } else {
                    args.put("resource", dice.of("services", "services", "secrets"))
                            .put("old", dice.of("svc0", "svc1")).put("new", dice.of("svc0", "svc1"));
                }
            }
            case "setClock" -> args.put("now", dice.of(CLOCKS));
            case "quotaPod", "isTerminating" -> args.put("object", fitting(dice, "pods", counted));
            case "serviceType" -> args.put("object", dice.of("svc0", "svc1"));
            case "countName" -> args
                    .put("group", dice.of("", "apps", "example.com"))
                    .put("resource", dice.of("pods", "deployments", "widgets"));
            default -> {}
        }
    }

    private static void usageStats(Dice dice, List<String> evaluators, List<String> counted, ObjectNode args) {
        String evaluator = dice.percent(50) ? "pods" : dice.of(evaluators);
        args.put("evaluator", evaluator).put("namespace", dice.of("ns1", "ns1", "ns2"));
        boolean scoped = dice.percent(40);
        ArrayNode objects = args.putArray("objects");
        for (int i = dice.between(0, 5); i > 0; i--) {
            objects.add(!scoped && dice.percent(4) ? any(dice, counted) : fitting(dice, evaluator, counted));
        }
        args.set("resources", names(dice));
        if (scoped && dice.percent(50)) {
            args.putArray("scopes").add(dice.of("Terminating", "NotTerminating", "BestEffort", "NotBestEffort"));
        } else if (scoped) {
            ObjectNode term = args.putObject("selector").putArray("matchExpressions").addObject()
                    .put("scopeName", dice.of("PriorityClass", "VolumeAttributesClass", "CrossNamespacePodAffinity"))
                    .put("operator", "Exists");
            if (dice.percent(60)) {
                term.put("operator", dice.of("In", "NotIn")).putArray("values").add(dice.of(QuotaObjects.CLASSES));
            }
        }
        if (dice.percent(8)) {
            args.putArray("failing").add(dice.of(evaluator, "pods"));
        }
    }

    private static ArrayNode names(Dice dice) {
        ArrayNode names = TraceJson.MAPPER.createArrayNode();
        for (int i = dice.between(0, 6); i > 0; i--) {
            names.add(dice.of(NAMES));
        }
        return names;
    }

    private static String any(Dice dice, List<String> counted) {
        return dice.of("pod0", "svc0", "pvc0", counted.getFirst());
    }

    private static String fitting(Dice dice, String evaluator, List<String> counted) {
        return switch (evaluator) {
            case "pods" -> dice.of("pod0", "pod1", "pod2", "pod3", "f0n", "f1n");
            case "services" -> dice.of("svc0", "svc1");
            case "persistentvolumeclaims" -> dice.of("pvc0", "pvc1");
            case "resourceclaims.resource.k8s.io" -> counted.get(counted.size() - 1 - dice.below(2));
            default -> dice.of(counted);
        };
    }
}
