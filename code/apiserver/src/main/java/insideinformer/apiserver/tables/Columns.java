package insideinformer.apiserver.tables;

import insideinformer.apiserver.kinds.ResourceType;
import insideinformer.apiserver.store.Meta;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Which columns each kind has. Kinds that are not named here have their name and age.
 *
 * <p>Upstream: {@code k8s.io/kubernetes/pkg/printers/internalversion/printers.go}.
 */
final class Columns {

    private static final String NONE = "<none>";

    private static final Column NAME =
            new Column("Name", "string", "name", "The name of the object.", 0, (o, now) -> Meta.name(o));
    private static final Column AGE = new Column("Age", "string", "", "How long ago the object was created.", 0,
            (o, now) -> Ages.since(Meta.text(o, "creationTimestamp"), now));

    private static final Map<String, List<Column>> OWN = Map.ofEntries(
            Map.entry("configmaps", List.of(
                    number("Data", "How many keys it has.", o -> o.path("data").size() + o.path("binaryData").size()))),
            Map.entry("secrets", List.of(
                    text("Type", "What the secret is for.", o -> at(o, "/type")),
                    number("Data", "How many keys it has.", o -> o.path("data").size()))),
            Map.entry("namespaces", List.of(text("Status", "Its phase.", o -> at(o, "/status/phase")))),
            Map.entry("nodes", List.of(
                    text("Status", "Whether it is ready.", Columns::nodeStatus),
                    text("Roles", "From its role labels.", Columns::nodeRoles))),
            Map.entry("pods", PodColumns.ALL),
            Map.entry("services", List.of(
                    text("Type", "How it is reached.", o -> at(o, "/spec/type")),
                    text("Cluster-IP", "Its address in the cluster.", o -> orNone(at(o, "/spec/clusterIP"))),
                    text("External-IP", "Its addresses elsewhere.", Columns::externalAddresses),
                    text("Port(s)", "The ports it listens on.", Columns::ports))),
            Map.entry("persistentvolumeclaims", List.of(
                    text("Status", "Its phase.", o -> at(o, "/status/phase")),
                    text("Volume", "The volume it is bound to.", o -> at(o, "/spec/volumeName")),
                    text("Capacity", "What the volume offers.", o -> at(o, "/status/capacity/storage")),
                    text("Access Modes", "How the volume may be mounted.", Columns::accessModes),
                    text("StorageClass", "The class it asks for.", o -> at(o, "/spec/storageClassName")))),
            Map.entry("resourcequotas", List.of(
                    text("Request", "What is used of what may be requested.", o -> usage(o, false)),
                    text("Limit", "What is used of what may be set as a limit.", o -> usage(o, true)))),
            Map.entry("replicasets", List.of(
                    number("Desired", "Replicas that are wanted.", o -> o.at("/spec/replicas").asInt(0)),
                    number("Current", "Replicas that exist.", o -> o.at("/status/replicas").asInt(0)),
                    number("Ready", "Replicas that are ready.", o -> o.at("/status/readyReplicas").asInt(0)))),
            Map.entry("deployments", List.of(
                    text("Ready", "Replicas that are ready, of those that are wanted.",
                            o -> o.at("/status/readyReplicas").asInt(0) + "/" + o.at("/spec/replicas").asInt(0)),
                    number("Up-to-date", "Replicas of the newest template.",
                            o -> o.at("/status/updatedReplicas").asInt(0)),
                    number("Available", "Replicas that serve.", o -> o.at("/status/availableReplicas").asInt(0)))),
            Map.entry("leases", List.of(text("Holder", "Who holds it.", o -> at(o, "/spec/holderIdentity")))));

    private static final List<Column> EVENTS = List.of(
            new Column("Last Seen", "string", "", "When it happened last.", 0,
                    (o, now) -> Ages.since(firstOf(o, "/lastTimestamp", "/eventTime", "/firstTimestamp"), now)),
            text("Type", "Normal or Warning.", o -> at(o, "/type")),
            text("Reason", "Why, in one word.", o -> at(o, "/reason")),
            text("Object", "What it happened to.",
                    o -> (at(o, "/involvedObject/kind") + "/" + at(o, "/involvedObject/name"))
                            .toLowerCase(Locale.ROOT)),
            text("Message", "What happened.", o -> at(o, "/message").strip()),
            new Column("Name", "string", "name", "The name of the event.", 1, (o, now) -> Meta.name(o)));

    private Columns() {}

    static List<Column> of(ResourceType type) {
        String resource = type.gvr().resource();
        if (resource.equals("events")) {
            return EVENTS;
        }
        if (type.isCustom()) {
            return List.of(NAME, new Column("Age", "date", "", AGE.description(), 0, AGE.cell()));
        }
        List<Column> columns = new ArrayList<>();
        columns.add(NAME);
        List<Column> own = OWN.getOrDefault(resource, List.of());
        own.stream().filter(c -> c.priority() == 0).forEach(columns::add);
        columns.add(AGE);
        own.stream().filter(c -> c.priority() > 0).forEach(columns::add);
        return columns;
    }

    static Column text(String name, String description, Function<ObjectNode, String> cell) {
        return new Column(name, "string", "", description, 0, (o, now) -> cell.apply(o));
    }

    static Column wide(String name, String description, Function<ObjectNode, String> cell) {
        return new Column(name, "string", "", description, 1, (o, now) -> cell.apply(o));
    }

    static String at(ObjectNode object, String pointer) {
        return object.at(pointer).asString("");
    }

    static String orNone(String text) {
        return text.isEmpty() ? NONE : text;
    }

    private static Column number(String name, String description, Function<ObjectNode, Integer> cell) {
        return new Column(name, "string", "", description, 0, (o, now) -> cell.apply(o));
    }

    private static String firstOf(ObjectNode object, String... pointers) {
        for (String pointer : pointers) {
            String text = at(object, pointer);
            if (!text.isEmpty()) {
                return text;
            }
        }
        return "";
    }

    /** {@code pods: 1/2, requests.cpu: 0/1}: either what limits or everything else. */
    private static String usage(ObjectNode quota, boolean limits) {
        Map<String, String> usages = new TreeMap<>();
        quota.at("/status/hard").forEachEntry((name, hard) -> {
            if (name.startsWith("limits.") == limits) {
                usages.put(name,
                        name + ": " + quota.at("/status/used").path(name).asString("0") + "/" + hard.asString(""));
            }
        });
        return String.join(", ", usages.values());
    }

    private static String nodeStatus(ObjectNode node) {
        String ready = node.at("/status/conditions").valueStream()
                .filter(c -> c.path("type").asString("").equals("Ready"))
                .map(c -> c.path("status").asString("").equals("True") ? "Ready" : "NotReady")
                .findFirst().orElse("Unknown");
        return node.at("/spec/unschedulable").asBoolean(false) ? ready + ",SchedulingDisabled" : ready;
    }

    private static String nodeRoles(ObjectNode node) {
        TreeSet<String> roles = new TreeSet<>();
        Meta.labels(node).forEach((key, value) -> {
            if (key.startsWith("node-role.kubernetes.io/")) {
                roles.add(key.substring("node-role.kubernetes.io/".length()));
            }
        });
        return orNone(String.join(",", roles));
    }

    private static String externalAddresses(ObjectNode service) {
        List<String> addresses = new ArrayList<>();
        service.at("/status/loadBalancer/ingress").valueStream()
                .forEach(i -> addresses.add(i.path("ip").asString(i.path("hostname").asString(""))));
        service.at("/spec/externalIPs").valueStream().forEach(ip -> addresses.add(ip.asString("")));
        if (!addresses.isEmpty()) {
            return String.join(",", addresses);
        }
        return switch (at(service, "/spec/type")) {
            case "ExternalName" -> at(service, "/spec/externalName");
            case "LoadBalancer" -> "<pending>";
            default -> NONE;
        };
    }

    private static String ports(ObjectNode service) {
        List<String> ports = new ArrayList<>();
        for (JsonNode port : service.at("/spec/ports")) {
            String nodePort = port.has("nodePort") ? ":" + port.path("nodePort").asString("") : "";
            ports.add(port.path("port").asString("") + nodePort + "/" + port.path("protocol").asString("TCP"));
        }
        return orNone(String.join(",", ports));
    }

    private static String accessModes(ObjectNode claim) {
        List<String> modes = new ArrayList<>();
        claim.at("/status/accessModes").valueStream().forEach(m -> modes.add(switch (m.asString("")) {
            case "ReadWriteOnce" -> "RWO";
            case "ReadOnlyMany" -> "ROX";
            case "ReadWriteMany" -> "RWX";
            case "ReadWriteOncePod" -> "RWOP";
            default -> m.asString("");
        }));
        return String.join(",", modes);
    }
}
