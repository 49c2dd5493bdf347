package insideinformer.quota;

import insideinformer.api.KubernetesObject;
import insideinformer.api.PersistentVolumeClaim;
import insideinformer.api.Pod;
import insideinformer.api.ResourceQuota;
import insideinformer.api.ScopedResourceSelectorRequirement;
import insideinformer.api.Service;
import insideinformer.api.Unstructured;
import insideinformer.json.Json;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Short ways to write down what tests are about. */
final class TestObjects {

    private TestObjects() {}

    /** {@code cpu=1,memory=2Gi} as a map of texts. */
    static Map<String, String> texts(String list) {
        Map<String, String> texts = new HashMap<>();
        for (String entry : list.split(",")) {
            if (!entry.isBlank()) {
                texts.put(
                        entry.substring(0, entry.indexOf('=')).strip(),
                        entry.substring(entry.indexOf('=') + 1).strip());
            }
        }
        return texts;
    }

    static Map<String, Quantity> list(String list) {
        try {
            return ResourceLists.parse(texts(list));
        } catch (QuantityFormatException e) {
            throw new IllegalArgumentException(list, e);
        }
    }

    /** The same form back, sorted. */
    static String text(Map<String, Quantity> list) {
        return new TreeMap<>(list)
                .entrySet().stream().map(e -> e.getKey() + "=" + e.getValue()).collect(Collectors.joining(","));
    }

    /** As {@link #text} but with one entry where a plain name and its requests. form say the same. */
    static String brief(Map<String, Quantity> usage) {
        Map<String, Quantity> brief = new TreeMap<>(usage);
        usage.forEach((name, amount) -> {
            if (amount.toString().equals(String.valueOf(usage.get("requests." + name)))) {
                brief.remove("requests." + name);
            }
        });
        return text(brief);
    }

    /** {@code In PriorityClass a b}. */
    static ScopedResourceSelectorRequirement term(String text) {
        List<String> words = List.of(text.split(" "));
        return new ScopedResourceSelectorRequirement(
                words.get(1), words.get(0), words.subList(2, words.size()), Map.of());
    }

    static Service service(String json) {
        return Json.MAPPER.readValue(json.replace('\'', '"'), Service.class);
    }

    static PersistentVolumeClaim claim(String json) {
        return Json.MAPPER.readValue(json.replace('\'', '"'), PersistentVolumeClaim.class);
    }

    static ResourceQuota quota(String json) {
        return Json.MAPPER.readValue(json.replace('\'', '"'), ResourceQuota.class);
    }

    static KubernetesObject configMap() {
        return Json.MAPPER.readValue("{\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"c\"}}", Unstructured.class);
    }

    static PodBuilder pod() {
        return new PodBuilder();
    }

    /** A pod, part by part. Containers are named c1, c2, …, init containers and sidecars i1, i2, …, in their order. */
    static final class PodBuilder {

        private final ObjectNode pod = Json.MAPPER.createObjectNode();
        private int containers;
        private int initContainers;

        PodBuilder container(String requests, String limits) {
            return add("containers", "c" + ++containers, requests, limits);
        }

        PodBuilder init(String requests, String limits) {
            return add("initContainers", "i" + ++initContainers, requests, limits);
        }

        PodBuilder sidecar(String requests, String limits) {
            init(requests, limits);
            ((ObjectNode) array("spec", "initContainers").get(initContainers - 1)).put("restartPolicy", "Always");
            return this;
        }

        private PodBuilder add(String kind, String name, String requests, String limits) {
            resources(array("spec", kind).addObject().put("name", name), requests, limits);
            return this;
        }

        PodBuilder podLevel(String requests, String limits) {
            resources(part("spec"), requests, limits);
            return this;
        }

        PodBuilder overhead(String amounts) {
            part("spec").set("overhead", Json.MAPPER.valueToTree(texts(amounts)));
            return this;
        }

        PodBuilder deadline(long seconds) {
            part("spec").put("activeDeadlineSeconds", seconds);
            return this;
        }

        PodBuilder priorityClass(String name) {
            part("spec").put("priorityClassName", name);
            return this;
        }

        /** @param kind podAffinity or podAntiAffinity */
        PodBuilder requiredTerm(String kind, String termJson) {
            array("spec", "affinity", kind, "requiredDuringSchedulingIgnoredDuringExecution")
                    .add(Json.MAPPER.readTree(termJson.replace('\'', '"')));
            return this;
        }

        PodBuilder preferredTerm(String kind, String termJson) {
            array("spec", "affinity", kind, "preferredDuringSchedulingIgnoredDuringExecution")
                    .addObject()
                    .put("weight", 1)
                    .set("podAffinityTerm", Json.MAPPER.readTree(termJson.replace('\'', '"')));
            return this;
        }

        PodBuilder phase(String phase) {
            part("status").put("phase", phase);
            return this;
        }

        PodBuilder qosClass(String name) {
            part("status").put("qosClass", name);
            return this;
        }

        PodBuilder deleted(String timestamp, Long graceSeconds) {
            part("metadata").put("deletionTimestamp", timestamp).put("deletionGracePeriodSeconds", graceSeconds);
            return this;
        }

        PodBuilder label(String key, String value) {
            part("metadata").withObject("/labels").put(key, value);
            return this;
        }

        PodBuilder named(String namespace, String name) {
            part("metadata").put("namespace", namespace).put("name", name);
            return this;
        }

        /** @param list containerStatuses or initContainerStatuses; null for amounts that are not reported */
        PodBuilder status(String list, String name, String allocated, String requests, String limits) {
            ObjectNode status = array("status", list).addObject().put("name", name);
            if (allocated != null) {
                status.set("allocatedResources", Json.MAPPER.valueToTree(texts(allocated)));
            }
            if (requests != null || limits != null) {
                resources(status, requests == null ? "" : requests, limits == null ? "" : limits);
            }
            return this;
        }

        PodBuilder resizeInfeasible() {
            array("status", "conditions")
                    .addObject()
                    .put("type", "PodResizePending")
                    .put("reason", "Infeasible");
            return this;
        }

        Pod build() {
            return Json.MAPPER.treeToValue(pod, Pod.class);
        }

        private static void resources(ObjectNode holder, String requests, String limits) {
            ObjectNode resources = holder.putObject("resources");
            resources.set("requests", Json.MAPPER.valueToTree(texts(requests)));
            resources.set("limits", Json.MAPPER.valueToTree(texts(limits)));
        }

        private ObjectNode part(String... path) {
            return pod.withObject("/" + String.join("/", path));
        }

        private ArrayNode array(String... path) {
            return pod.withArray("/" + String.join("/", path));
        }
    }
}
