package insideinformer.apiserver.admission;

import insideinformer.api.ApiException;
import insideinformer.api.GroupResource;
import insideinformer.api.Pod;
import insideinformer.apiserver.errors.Errors;
import insideinformer.apiserver.store.ObjectStore;
import insideinformer.apiserver.store.Trees;
import insideinformer.json.Json;
import insideinformer.quota.PodResources;
import insideinformer.quota.Quantity;
import insideinformer.quota.QuotaException;
import insideinformer.quota.QuotaFeatures;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Applies the LimitRanges of a namespace: fills in the requests and limits that containers of a new pod leave open, and
 * refuses pods and claims that ask for less or more than they may. It runs before the quota, which then counts what was
 * filled in.
 *
 * <p>Upstream: {@code plugin/pkg/admission/limitranger/admission.go, LimitRanger}.
 */
final class LimitRanger implements Admission {

    private static final GroupResource LIMIT_RANGES = new GroupResource("", "limitranges");

    private final ObjectStore store;

    LimitRanger(ObjectStore store) {
        this.store = store;
    }

    @Override
    public void mutate(AdmissionAttributes attributes) {
        if (Writes.creates(attributes, Writes.PODS)) {
            for (JsonNode range : store.list(LIMIT_RANGES, attributes.namespace()).items()) {
                setDefaults(Writes.written(attributes), range);
            }
        }
    }

    private static void setDefaults(ObjectNode pod, JsonNode range) {
        Map<String, JsonNode> requests = new TreeMap<>();
        Map<String, JsonNode> limits = new TreeMap<>();
        for (JsonNode limit : range.path("spec").path("limits")) {
            if (type(limit).equals("Container")) {
                limit.path("defaultRequest").forEachEntry(requests::put);
                limit.path("default").forEachEntry(limits::put);
            }
        }
        List<String> done = new ArrayList<>();
        for (JsonNode container : pod.path("spec").path("containers")) {
            setDefaults((ObjectNode) container, "container", requests, limits, done);
        }
        for (JsonNode container : pod.path("spec").path("initContainers")) {
            setDefaults((ObjectNode) container, "init container", requests, limits, done);
        }
        if (!done.isEmpty()) {
            Trees.object(Trees.object(pod, "metadata"), "annotations")
                    .put("kubernetes.io/limit-ranger", "LimitRanger plugin set: " + String.join("; ", done));
        }
    }

    private static void setDefaults(ObjectNode container, String title,
            Map<String, JsonNode> requests, Map<String, JsonNode> limits, List<String> done) {
        String named = title + " " + container.path("name").asString("");
        ObjectNode resources = Trees.object(container, "resources");
        List<String> newLimits = fillIn(resources, "limits", limits);
        List<String> newRequests = fillIn(resources, "requests", requests);
        if (!newRequests.isEmpty()) {
            done.add(String.join(", ", newRequests) + " request for " + named);
        }
        if (!newLimits.isEmpty()) {
            done.add(String.join(", ", newLimits) + " limit for " + named);
        }
    }

    private static List<String> fillIn(ObjectNode resources, String field, Map<String, JsonNode> defaults) {
        List<String> names = new ArrayList<>();
        defaults.forEach((name, amount) -> {
            ObjectNode amounts = Trees.object(resources, field);
            if (!amounts.has(name)) {
                amounts.set(name, amount.deepCopy());
                names.add(name);
            }
        });
        return names;
    }

    @Override
    public void admit(AdmissionAttributes attributes) throws ApiException {
        boolean terminates = attributes.oldObject() != null
                && attributes.oldObject().path("metadata").hasNonNull("deletionTimestamp");
        if (terminates || !Writes.creates(attributes, Writes.PODS) && !Writes.writes(attributes, Writes.CLAIMS)) {
            return; // an update cannot change the requests of a pod
        }
        for (JsonNode range : store.list(LIMIT_RANGES, attributes.namespace()).items()) {
            Set<String> problems = new LinkedHashSet<>(); // each once, as upstream's aggregate prints them
            for (JsonNode limit : range.path("spec").path("limits")) {
                check(attributes, limit, problems);
            }
            if (!problems.isEmpty()) {
                String all = String.join(", ", problems);
                throw Errors.forbidden(attributes.resource().groupResource(), attributes.name(),
                        problems.size() == 1 ? all : "[" + all + "]");
            }
        }
    }

    private static void check(AdmissionAttributes attributes, JsonNode limit, Set<String> problems)
            throws ApiException {
        ObjectNode object = Writes.written(attributes);
        boolean pod = attributes.resource().groupResource().equals(Writes.PODS);
        switch (type(limit)) {
            case "Container" -> {
                for (String list : List.of("containers", "initContainers")) {
                    for (JsonNode container : pod ? object.path("spec").path(list) : Json.MAPPER.nullNode()) {
                        JsonNode resources = container.path("resources");
                        LimitCheck.all(limit, amounts(resources.path("requests")), amounts(resources.path("limits")),
                                problems);
                    }
                }
            }
            case "Pod" -> {
                if (pod) {
                    checkPod(limit, object, problems);
                }
            }
            case "PersistentVolumeClaim" -> {
                if (!pod) {
                    JsonNode resources = object.path("spec").path("resources");
                    LimitCheck.requests(limit, amounts(resources.path("requests")), problems);
                }
            }
            default -> {} // images have limits, too, but there are none here
        }
    }

    private static void checkPod(JsonNode limit, ObjectNode object, Set<String> problems) throws ApiException {
        Pod pod = Json.MAPPER.treeToValue(object, Pod.class);
        try {
            LimitCheck.all(limit, PodResources.requests(pod, QuotaFeatures.ALL),
                    PodResources.limits(pod, QuotaFeatures.ALL), problems);
        } catch (QuotaException e) {
            throw Errors.plain(String.valueOf(e.getMessage()));
        }
    }

    private static String type(JsonNode limit) {
        return limit.path("type").asString("");
    }

    static Map<String, Quantity> amounts(JsonNode texts) {
        Map<String, Quantity> amounts = new TreeMap<>();
        texts.forEachEntry((name, text) -> amounts.put(name, Quantity.mustParse(text.asString())));
        return amounts;
    }
}
