package insideinformer.soak;

import insideinformer.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Draws bodies of requests: right ones, wrong ones, and right ones with one thing wrong. */
final class FuzzBodies {

    private static final String POD =
            "{'containers':[{'name':'main','image':'cart:1',"
                    + "'resources':{'requests':{'cpu':'1'},'limits':{'cpu':'2'}}}]}";
    private static final String TEMPLATE = "'template':{'metadata':{'labels':{'app':'a'}},'spec':" + POD + "}";
    private static final String WORKLOAD =
            "{'spec':{'replicas':2,'selector':{'matchLabels':{'app':'a'}}," + TEMPLATE + "}}";

    /** What an object of each kind needs besides its name. */
    private static final Map<String, String> CONTENT = Map.ofEntries(
            Map.entry("ConfigMap", "{'data':{'a':'1','b':'2'}}"),
            Map.entry("Secret", "{'stringData':{'a':'1'}}"),
            Map.entry("Pod", "{'spec':" + POD + "}"),
            Map.entry("Deployment", WORKLOAD),
            Map.entry("ReplicaSet", WORKLOAD),
            Map.entry("StatefulSet", WORKLOAD),
            Map.entry("DaemonSet", WORKLOAD),
            Map.entry("ReplicationController", "{'spec':{'replicas':1,'selector':{'app':'a'}," + TEMPLATE + "}}"),
            Map.entry("Job", "{'spec':{" + TEMPLATE.replace("'containers'",
                    "'restartPolicy':'Never','containers'") + "}}"),
            Map.entry("CronJob", "{'spec':{'schedule':'* * * * *','jobTemplate':{'spec':{" + TEMPLATE + "}}}}"),
            Map.entry("Service", "{'spec':{'selector':{'app':'a'},'ports':[{'port':80}]}}"),
            Map.entry("PersistentVolumeClaim", "{'spec':{'accessModes':['ReadWriteOnce'],"
                    + "'resources':{'requests':{'storage':'1Gi'}}}}"),
            Map.entry("ResourceQuota", "{'spec':{'hard':{'pods':'9','requests.cpu':'4'},'scopes':['NotTerminating']}}"),
            Map.entry("LimitRange", "{'spec':{'limits':[{'type':'Container','default':{'cpu':'1'}}]}}"),
            Map.entry("Event", "{'involvedObject':{'kind':'Pod','name':'a'},'reason':'Seen','type':'Normal'}"),
            Map.entry("PriorityClass", "{'value':100}"),
            Map.entry("StorageClass", "{'provisioner':'example.com/disk'}"),
            Map.entry("Lease", "{'spec':{'holderIdentity':'me','leaseDurationSeconds':15}}"),
            Map.entry("Node", "{'spec':{'unschedulable':true},'status':{'capacity':{'cpu':'4'}}}"));

    /** Values that are right for some fields and wrong for most. */
    private static final List<String> VALUES = List.of(
            "null", "true", "0", "-1", "1.5", "1e999999999", "-1e-999999999", "9223372036854775807",
            "9223372036854775808", "123456789012345678901234567890", "\"\"", "\"a\"", "\"A_B\"", "\"9999999999Ei\"",
            "\"-1\"", "\"1e50000000\"", "\"\\u0000\"", "\"\\ud800\"", "\"\u00e4\\ud83d\\ude00\"", "[]", "[null]",
            "[1,\"a\",{}]",
            "[[[]]]", "[{}]", "[{\"name\":null}]", "{}", "{\"a\":null}", "{\"a\":{\"b\":[]}}", "{\"\":\"\"}",
            "{\"a\":\"b\",\"a\":\"c\"}", "{\"$patch\":\"delete\"}", "{\"$patch\":7}", "\"2030-01-01T00:00:00Z\"",
            "\"99999-01-01T00:00:00Z\"");
    private static final List<String> FIELDS = List.of(
            "metadata", "name", "namespace", "generateName", "labels", "annotations", "finalizers", "ownerReferences",
            "resourceVersion", "uid", "generation", "creationTimestamp", "deletionTimestamp",
            "deletionGracePeriodSeconds", "spec", "status", "kind", "apiVersion", "data", "stringData", "replicas",
            "selector", "matchLabels", "template", "containers", "initContainers", "resources", "limits", "requests",
            "ports", "hard", "used", "scopes", "scopeSelector", "conditions", "phase", "nodeName", "restartPolicy",
            "terminationGracePeriodSeconds", "tolerations", "type", "$patch", "$retainKeys",
            "$setElementOrder/containers", "$deleteFromPrimitiveList/finalizers", "", "a/b", "m~n");
    private static final List<String> OPERATIONS = List.of("add", "remove", "replace", "move", "copy", "test",
            "nonsense");

    private final Random random;

    FuzzBodies(Random random) {
        this.random = random;
    }

    /** A correct object of the kind. */
    ObjectNode valid(String apiVersion, String kind, String name) {
        ObjectNode object = tree(CONTENT.getOrDefault(kind, "{}"));
        object.put("apiVersion", apiVersion).put("kind", kind);
        ObjectNode metadata = object.putObject("metadata");
        if (random.nextInt(12) == 0) {
            metadata.put("generateName", name);
        } else {
            metadata.put("name", name);
        }
        if (random.nextInt(3) == 0) {
            metadata.putObject("labels").put("app", name);
        }
        if (random.nextInt(20) == 0) {
            metadata.putArray("finalizers").add("example.com/hold");
        }
        return object;
    }

    /** Changes one place in the object, or a few. */
    void disturb(ObjectNode object) {
        for (int i = random.nextInt(3); i >= 0; i--) {
            List<JsonNode> places = new ArrayList<>();
            collect(object, places);
            switch (any(places)) {
                case ObjectNode map -> {
                    List<String> present = List.copyOf(map.propertyNames());
                    String field = present.isEmpty() || random.nextInt(4) == 0 ? any(FIELDS) : any(present);
                    if (random.nextInt(6) == 0) {
                        map.remove(field);
                    } else {
                        map.set(field, value());
                    }
                }
                case ArrayNode list -> {
                    if (!list.isEmpty() && random.nextBoolean()) {
                        list.set(random.nextInt(list.size()), value());
                    } else {
                        list.add(value());
                    }
                }
                default -> throw new IllegalStateException("only containers are collected");
            }
        }
    }

    /** A patch that fits the media type, or sometimes does not. */
    byte[] patch(String mediaType, ObjectNode target) {
        String text = mediaType.contains("json-patch") ? operations(target) : changes(target).toString();
        return damaged(text);
    }

    /** The bytes of a body. One in twenty is damaged. */
    byte[] damaged(String text) {
        String sent = switch (random.nextInt(100)) {
            case 0 -> text.substring(0, random.nextInt(text.length() + 1));
            case 1 -> text + any(VALUES);
            case 2 -> "";
            case 3 -> any(VALUES);
            case 4 -> nested(random.nextInt(700));
            default -> text;
        };
        byte[] bytes = sent.getBytes(StandardCharsets.UTF_8);
        if (bytes.length > 0 && random.nextInt(60) == 0) {
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
        }
        return bytes;
    }

    private ObjectNode changes(ObjectNode target) {
        ObjectNode patch = Json.MAPPER.createObjectNode();
        ObjectNode place = patch;
        JsonNode seen = target;
        for (int depth = random.nextInt(4); depth > 0; depth--) {
            List<String> present = List.copyOf(seen.propertyNames());
            String field = present.isEmpty() || random.nextInt(3) == 0 ? any(FIELDS) : any(present);
            seen = seen.path(field);
            place = place.putObject(field);
        }
        for (int i = random.nextInt(3); i >= 0; i--) {
            place.set(any(FIELDS), value());
        }
        return patch;
    }

    private String operations(ObjectNode target) {
        List<String> pointers = new ArrayList<>();
        point(target, "", pointers);
        ArrayNode patch = Json.MAPPER.createArrayNode();
        int count = random.nextInt(200) == 0 ? 40 : random.nextInt(4);
        for (int i = 0; i <= count; i++) {
            ObjectNode operation = patch.addObject().put("op", any(OPERATIONS)).put("path", pointer(pointers));
            if (random.nextInt(8) > 0) {
                operation.put("from", pointer(pointers)).set("value", value());
            }
        }
        return patch.toString();
    }

    private String pointer(List<String> pointers) {
        String pointer = any(pointers);
        return switch (random.nextInt(8)) {
            case 0 -> pointer + "/" + any(FIELDS).replace("~", "~0").replace("/", "~1");
            case 1 -> pointer + "/-";
            case 2 -> pointer + "/99999999999";
            case 3 -> any(FIELDS);
            default -> pointer;
        };
    }

    private JsonNode value() {
        return random.nextInt(40) == 0
                ? Json.MAPPER.readTree(nested(random.nextInt(95)))
                : Json.MAPPER.readTree(any(VALUES));
    }

    private String nested(int levels) {
        String open = random.nextBoolean() ? "[" : "{\"a\":";
        return open.repeat(levels) + "1" + (open.equals("[") ? "]" : "}").repeat(levels);
    }

    private static void collect(JsonNode node, List<JsonNode> places) {
        if (node.isContainer()) {
            places.add(node);
            node.forEach(child -> collect(child, places));
        }
    }

    private static void point(JsonNode node, String path, List<String> pointers) {
        pointers.add(path);
        node.forEachEntry((name, child) ->
                point(child, path + "/" + name.replace("~", "~0").replace("/", "~1"), pointers));
        for (int i = 0; node.isArray() && i < node.size(); i++) {
            point(node.get(i), path + "/" + i, pointers);
        }
    }

    private <T> T any(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }

    private static ObjectNode tree(String json) {
        return (ObjectNode) Json.MAPPER.readTree(json.replace('\'', '"'));
    }
}
