package insideinformer.apiserver.strategy;

import insideinformer.apiserver.errors.FieldErrors;
import insideinformer.apiserver.store.Trees;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The defaults of a pod's spec, alone or inside a template.
 *
 * <p>Upstream: {@code k8s.io/kubernetes/pkg/apis/core/v1/defaults.go}.
 */
final class PodTemplates {

    private static final List<String> CONTAINER_LISTS = List.of("initContainers", "containers");

    private PodTemplates() {}

    static void setDefaults(ObjectNode spec) {
        for (String list : CONTAINER_LISTS) {
            for (JsonNode container : spec.path(list)) {
                if (container instanceof ObjectNode object) {
                    setContainerDefaults(object);
                }
            }
        }
        putIfAbsent(spec, "restartPolicy", "Always");
        if (!spec.has("terminationGracePeriodSeconds")) {
            spec.put("terminationGracePeriodSeconds", 30);
        }
        putIfAbsent(spec, "dnsPolicy", "ClusterFirst");
        if (!spec.has("securityContext")) {
            spec.putObject("securityContext");
        }
        putIfAbsent(spec, "schedulerName", "default-scheduler");
    }

    /** Guaranteed, Burstable or BestEffort, from the cpu and memory of all containers. */
    static String qualityOfService(ObjectNode spec) {
        boolean any = false;
        boolean all = true;
        for (String list : CONTAINER_LISTS) {
            for (JsonNode container : spec.path(list)) {
                JsonNode requests = container.path("resources").path("requests");
                JsonNode limits = container.path("resources").path("limits");
                for (String name : List.of("cpu", "memory")) {
                    any |= requests.has(name) || limits.has(name);
                    all &= limits.has(name) && requests.path(name).equals(limits.path(name));
                }
            }
        }
        return any ? all ? "Guaranteed" : "Burstable" : "BestEffort";
    }

    private static void setContainerDefaults(ObjectNode container) {
        ObjectNode resources = container.get("resources") instanceof ObjectNode present
                ? present : container.putObject("resources");
        if (resources.get("limits") instanceof ObjectNode limits) {
            ObjectNode requests = resources.get("requests") instanceof ObjectNode present
                    ? present : resources.putObject("requests");
            limits.forEachEntry((name, limit) -> {
                if (!requests.has(name)) {
                    requests.set(name, limit); // what may be used at most is asked for
                }
            });
        }
        for (JsonNode port : container.path("ports")) {
            if (port instanceof ObjectNode object) {
                putIfAbsent(object, "protocol", "TCP");
            }
        }
        putIfAbsent(container, "terminationMessagePath", "/dev/termination-log");
        putIfAbsent(container, "terminationMessagePolicy", "File");
        String image = container.path("image").asString("");
        if (!image.isEmpty()) {
            putIfAbsent(container, "imagePullPolicy", isLatest(image) ? "Always" : "IfNotPresent");
        }
    }

    private static boolean isLatest(String image) {
        String name = image.substring(image.lastIndexOf('/') + 1);
        return name.endsWith(":latest") || !name.contains(":") && !name.contains("@");
    }

    /** An empty text counts as absent, as everywhere in Go's types. */
    static void putIfAbsent(ObjectNode object, String field, String value) {
        if (object.path(field).asString("").isEmpty()) {
            object.put(field, value);
        }
    }

    /** What is wrong with a pod's spec. @param path of the spec, for messages */
    static void validate(JsonNode spec, String path, FieldErrors errors) {
        if (Trees.elements(spec.path("containers")).isEmpty()) {
            errors.required(path + ".containers", "");
        }
        Set<String> names = new TreeSet<>();
        for (String list : CONTAINER_LISTS) {
            List<JsonNode> containers = Trees.elements(spec.path(list));
            for (int i = 0; i < containers.size(); i++) {
                validateContainer(containers.get(i), path + "." + list + "[" + i + "]", names, errors);
            }
        }
        String policy = spec.path("restartPolicy").asString("");
        List<String> policies = List.of("Always", "OnFailure", "Never");
        if (!policies.contains(policy)) {
            errors.notSupported(path + ".restartPolicy", FieldErrors.quote(policy), policies);
        }
    }

    private static void validateContainer(JsonNode container, String path, Set<String> names, FieldErrors errors) {
        String name = container.path("name").asString("");
        if (name.isEmpty()) {
            errors.required(path + ".name", "");
        } else if (!names.add(name)) {
            errors.duplicate(path + ".name", name);
        } else {
            Names.labelProblem(name).ifPresent(p -> errors.invalidText(path + ".name", name, p));
        }
        if (container.path("image").asString("").isEmpty()) {
            errors.required(path + ".image", "");
        }
        Quantities.validateResources(container.path("resources"), path + ".resources", errors);
    }
}
