package insideinformer.differential.generate;

import insideinformer.conformance.trace.Difference;
import java.util.List;
import java.util.function.Supplier;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Draws the objects that quotas count. There are only few amounts, so that sums and comparisons are often equal. */
final class QuotaObjects {

    static final List<String> CLASSES = List.of("high", "low", "x");
    private static final List<String> NAMESPACES = List.of("ns1", "ns1", "ns1", "ns2");
    private static final List<String> CPU = List.of("0", "1", "2", "100m", "250m", "0.5", "1000m", "1500m");
    private static final List<String> BYTES =
            List.of("0", "1Gi", "2Gi", "1G", "64Mi", "100M", "1.5Gi", "1Mi", "1024Ki", "1e3", "1m");
    private static final List<String> STORAGE =
            List.of("0", "1Gi", "10Gi", "100Gi", "5G", "10G", "1.5Gi", "1e9", "2500m", "1001m");
    private static final List<String> PIECES = List.of("0", "1", "2", "3");
    private static final List<String> PIECE_NAMES = List.of(
            "example.com/dongle", "foo.kubernetes.io/x", "deviceclass.resource.kubernetes.io/dongle",
            "requests.example.com/y");

    /** Times of deletion that are far in the past or in the future of every clock in the traces. */
    static final List<String> FAR_TIMES = List.of("2001-01-01T00:00:00Z", "2100-01-01T00:00:00Z");

    static final List<String> ALL_TIMES = List.of(
            "2001-01-01T00:00:00Z", "2100-01-01T00:00:00Z", "2025-12-31T23:59:29Z", "2025-12-31T23:59:30Z",
            "2025-12-31T23:59:31Z", "2026-01-01T00:00:00Z");

    private final Dice dice;

    QuotaObjects(Dice dice) {
        this.dice = dice;
    }

    /** Turns gates on: mostly all of them, else each by chance. Returns whether all were wanted. */
    boolean gates(ObjectNode features) {
        boolean all = dice.percent(75);
        for (String gate : List.of("podLevelResources", "inPlaceResize", "volumeAttributesClass")) {
            features.put(gate, all || dice.percent(50));
        }
        return all;
    }

    /** Limits some quotas to pods, or to objects of a class. {@code named} gives the scope of such a term. */
    void scopes(ObjectNode spec, Supplier<String> named) {
        if (dice.percent(15)) {
            spec.putArray("scopes").add(dice.of("Terminating", "NotTerminating", "BestEffort", "NotBestEffort"));
        }
        if (dice.percent(20)) {
            ObjectNode term = spec.putObject("scopeSelector").putArray("matchExpressions").addObject()
                    .put("scopeName", named.get()).put("operator", "Exists");
            if (dice.percent(60)) {
                term.put("operator", dice.of("In", "NotIn")).putArray("values").add(dice.of(CLASSES));
            }
        }
    }

    private ObjectNode object(String version, String kind, String name) {
        ObjectNode object = Difference.object().put("apiVersion", version).put("kind", kind);
        object.putObject("metadata").put("name", name).put("namespace", dice.of(NAMESPACES));
        return object;
    }

    ObjectNode plain(String name) {
        return switch (dice.below(5)) {
            case 0 -> object("v1", "ConfigMap", name);
            case 1 -> object("v1", "Secret", name);
            case 2 -> object("v1", "ReplicationController", name);
            case 3 -> object("apps/v1", "Deployment", name);
            default -> object("example.com/v1", "Widget", name);
        };
    }

    ObjectNode service(String name) {
        ObjectNode service = object("v1", "Service", name);
        ObjectNode spec = service.putObject("spec");
        if (dice.percent(85)) {
            spec.put("type", dice.of(
                    "ClusterIP", "NodePort", "NodePort", "LoadBalancer", "LoadBalancer", "ExternalName"));
        }
        if (dice.percent(55)) {
            spec.put("allocateLoadBalancerNodePorts", dice.percent(40));
        }
        ArrayNode ports = spec.putArray("ports");
        for (int i = dice.between(0, 3); i > 0; i--) {
            ObjectNode port = ports.addObject().put("name", "p" + i).put("port", 80 + i);
            if (dice.percent(40)) {
                port.put("nodePort", dice.percent(20) ? 0 : 30_000 + i);
            }
        }
        return service;
    }

    ObjectNode claim(String name) {
        ObjectNode claim = object("v1", "PersistentVolumeClaim", name);
        if (dice.percent(25)) {
            claim.withObject("/metadata/annotations")
                    .put("volume.beta.kubernetes.io/storage-class", dice.of("silver", ""));
        }
        ObjectNode spec = claim.putObject("spec");
        if (dice.percent(60)) {
            spec.put("storageClassName", dice.of("gold", "bronze", ""));
        }
        if (dice.percent(85)) {
            spec.putObject("resources").putObject("requests").put("storage", dice.of(STORAGE));
        }
        if (dice.percent(40)) {
            spec.put("volumeAttributesClassName", dice.of("high", "low", ""));
        }
        if (dice.percent(60)) {
            ObjectNode status = claim.putObject("status");
            if (dice.percent(60)) {
                status.putObject("allocatedResources").put("storage", dice.of(STORAGE));
            }
            if (dice.percent(40)) {
                status.put("currentVolumeAttributesClassName", dice.of("high", "low", ""));
            }
            if (dice.percent(40)) {
                status.putObject("modifyVolumeStatus")
                        .put("targetVolumeAttributesClassName", dice.of("high", "x", ""))
                        .put("status", "Pending");
            }
        }
        return claim;
    }

    ObjectNode deviceClaim(String name) {
        ObjectNode claim = object("resource.k8s.io/v1", "ResourceClaim", name);
        ArrayNode requests = claim.withObject("/spec/devices").putArray("requests");
        for (int i = dice.between(0, 3); i > 0; i--) {
            ObjectNode request = requests.addObject().put("name", "r" + i);
            if (dice.percent(60)) {
                devices(request.putObject("exactly"));
            } else {
                ArrayNode alternatives = request.putArray("firstAvailable");
                for (int j = dice.between(1, 3); j > 0; j--) {
                    devices(alternatives.addObject().put("name", "a" + j));
                }
            }
        }
        return claim;
    }

    private void devices(ObjectNode request) {
        String mode = dice.of("ExactCount", "ExactCount", "ExactCount", "All", "Future", "");
        request.put("deviceClassName", dice.of("gpu", "example.com")).put("allocationMode", mode);
        if (!mode.equals("All")) {
            request.put("count", dice.between(0, 4));
        }
    }

    /** @param times when it can have been deleted */
    ObjectNode pod(String name, List<String> times) {
        ObjectNode pod = object("v1", "Pod", name);
        if (dice.percent(30)) {
            ObjectNode metadata = (ObjectNode) pod.path("metadata");
            metadata.put("deletionTimestamp", dice.of(times));
            if (dice.percent(85)) {
                metadata.put("deletionGracePeriodSeconds", dice.of(0, 15, 30, 30));
            }
        }
        ObjectNode spec = pod.putObject("spec");
        if (dice.percent(25)) {
            spec.put("activeDeadlineSeconds", dice.of(0, 5, 30));
        }
        if (dice.percent(30)) {
            spec.put("priorityClassName", dice.of(CLASSES));
        }
        if (dice.percent(15)) {
            affinity(spec);
        }
        if (dice.percent(15)) {
            amounts(spec, "overhead", 70, false);
        }
        if (dice.percent(20)) {
            resources(spec, false);
            if (spec.path("resources").isEmpty()) {
                // with the gate off, the original works like a version that took this only as a request
                spec.remove("resources");
            }
        }
        ArrayNode containers = spec.putArray("containers");
        for (String container : List.of("a", "b").subList(0, dice.of(1, 1, 2))) {
            resources(containers.addObject().put("name", container), true);
        }
        if (dice.percent(40)) {
            ArrayNode initContainers = spec.putArray("initContainers");
            for (String container : List.of("i0", "i1").subList(0, dice.of(1, 2))) {
                ObjectNode init = initContainers.addObject().put("name", container);
                resources(init, true);
                if (dice.percent(45)) {
                    init.put("restartPolicy", "Always");
                }
            }
        }
        status(pod);
        return pod;
    }

    private void affinity(ObjectNode spec) {
        ObjectNode term = spec.putObject("affinity")
                .putObject(dice.of("podAffinity", "podAntiAffinity"))
                .putArray("requiredDuringSchedulingIgnoredDuringExecution")
                .addObject()
                .put("topologyKey", "zone");
        if (dice.percent(40)) {
            term.putArray("namespaces").add("ns2");
        }
        if (dice.percent(40)) {
            term.putObject("namespaceSelector");
        }
    }

    /** @param pieces whether to add what only containers can ask for */
    private void resources(ObjectNode holder, boolean pieces) {
        ObjectNode resources = holder.putObject("resources");
        for (String kind : List.of("requests", "limits")) {
            if (dice.percent(65)) {
                amounts(resources, kind, 55, pieces);
            }
        }
        if (dice.percent(15) && resources.has("requests")) {
            resources.set("limits", resources.path("requests").deepCopy()); // guaranteed
        }
    }

    /**
     * Adds some amounts, at least one: no server writes an empty map, and the original tells an empty map from null.
     */
    private void amounts(ObjectNode holder, String field, int chance, boolean pieces) {
        ObjectNode amounts = Difference.object();
        if (dice.percent(chance)) {
            amounts.put("cpu", dice.of(CPU));
        }
        if (dice.percent(chance)) {
            amounts.put("memory", dice.of(BYTES));
        }
        if (pieces) {
            if (dice.percent(20)) {
                amounts.put("ephemeral-storage", dice.of(BYTES));
            }
            if (dice.percent(15)) {
                amounts.put(dice.of("hugepages-2Mi", "hugepages-1Gi"), dice.of("0", "2Mi", "100Mi"));
            }
            if (dice.percent(20)) {
                amounts.put(dice.of(PIECE_NAMES), dice.of(PIECES));
            }
        }
        if (!amounts.isEmpty()) {
            holder.set(field, amounts);
        }
    }

    private void status(ObjectNode pod) {
        ObjectNode status = pod.putObject("status");
        if (dice.percent(65)) {
            status.put("phase", dice.of("Running", "Running", "Pending", "Succeeded", "Failed", "Unknown"));
        }
        if (dice.percent(25)) {
            ArrayNode conditions = status.putArray("conditions");
            for (int i = dice.between(1, 2); i > 0; i--) {
                conditions.addObject()
                        .put("type", dice.of("PodResizePending", "PodResizePending", "Ready"))
                        .put("status", "True")
                        .put("reason", dice.of("Infeasible", "Infeasible", "Deferred"));
            }
        }
        if (dice.percent(40)) {
            statuses(status.putArray("containerStatuses"), pod.path("spec").path("containers").size(), "a", "b");
            statuses(
                    status.putArray("initContainerStatuses"), pod.path("spec").path("initContainers").size(), "i0",
                    "i1");
        }
    }

    private void statuses(ArrayNode statuses, int number, String... names) {
        for (int i = 0; i < number; i++) {
            ObjectNode status = statuses.addObject().put("name", names[i]);
            if (dice.percent(45)) {
                amounts(status, "allocatedResources", 60, false);
            }
            if (dice.percent(60)) {
                resources(status, true);
            }
        }
    }

    /** The pod a moment later: with other amounts for the same containers, another phase or another deadline. */
    ObjectNode later(ObjectNode pod, List<String> times) {
        ObjectNode later = pod.deepCopy();
        ObjectNode drawn = pod(pod.path("metadata").path("name").stringValue(), times);
        if (dice.percent(40)) {
            ObjectNode status = (ObjectNode) later.path("status");
            for (String field : List.of("containerStatuses", "initContainerStatuses")) {
                status.path(field).forEach(one -> resources((ObjectNode) one, true));
            }
        }
        if (dice.percent(30)) {
            ((ObjectNode) later.path("status")).put("phase", dice.of("Running", "Failed", "Succeeded"));
        }
        if (dice.percent(30)) {
            ((ObjectNode) later.path("spec")).put("activeDeadlineSeconds", 5);
        }
        if (dice.percent(30)) {
            later.set("metadata", drawn.path("metadata"));
        }
        return later;
    }
}
