package insideinformer.apiserver;

import insideinformer.apiserver.bodies.Bodies;
import insideinformer.json.Json;
import tools.jackson.databind.node.ObjectNode;

/** Bodies that tests send. */
public final class TestObjects {

    private TestObjects() {}

    public static String pod(String name) {
        return pod(name, "{}");
    }

    /** @param metadata more metadata, as JSON */
    public static String pod(String name, String metadata) {
        ObjectNode pod = parse("""
                {"apiVersion":"v1","kind":"Pod","spec":{"containers":[{"name":"main","image":"lantern/cart:1"}]}}""");
        pod.set("metadata", parse(metadata).put("name", name));
        return pod.toString();
    }

    public static String podOnNode(String name, String node) {
        ObjectNode pod = parse(pod(name));
        ((ObjectNode) pod.path("spec")).put("nodeName", node);
        return pod.toString();
    }

    public static String map(String name) {
        return map(name, "{}", "{}");
    }

    public static String map(String name, String data) {
        return map(name, data, "{}");
    }

    public static String map(String name, String data, String metadata) {
        ObjectNode map = parse("{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\"}");
        map.set("metadata", parse(metadata).put("name", name));
        map.set("data", parse(data));
        return map.toString();
    }

    public static String namespace(String name) {
        return "{\"apiVersion\":\"v1\",\"kind\":\"Namespace\",\"metadata\":{\"name\":\"" + name + "\"}}";
    }

    public static String lease(String name, String holder) {
        return "{\"apiVersion\":\"coordination.k8s.io/v1\",\"kind\":\"Lease\",\"metadata\":{\"name\":\"" + name
                + "\"},\"spec\":{\"holderIdentity\":\"" + holder + "\"}}";
    }

    public static String deployment(String name) {
        return """
                {"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"NAME"},
                 "spec":{"selector":{"matchLabels":{"app":"cart"}},
                 "template":{"metadata":{"labels":{"app":"cart"}},"spec":{"containers":[{"name":"main","image":"cart:1"}]}}}}
                """.replace("NAME", name);
    }

    public static String quota(String name, String hard) {
        return "{\"apiVersion\":\"v1\",\"kind\":\"ResourceQuota\",\"metadata\":{\"name\":\"" + name
                + "\"},\"spec\":{\"hard\":" + hard + "}}";
    }

    public static ObjectNode parse(String json) {
        return (ObjectNode) Json.MAPPER.readTree(json);
    }
}
