package insideinformer.soak;

import insideinformer.api.GroupResource;
import insideinformer.apiserver.store.ObjectStore;
import insideinformer.json.Json;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import tools.jackson.databind.node.ObjectNode;

/** Draws requests. Most could come from a client, and many have something wrong. */
final class FuzzRequests {

    /** A kind as discovery tells it. @param root such as {@code /apis/apps/v1} */
    record Served(
            String root, String apiVersion, GroupResource resource, String kind, boolean namespaced,
            List<String> subresources) {

        String collection(String namespace) {
            String scope = namespaced && !namespace.isEmpty() ? "/namespaces/" + namespace : "";
            return root + scope + "/" + resource.resource();
        }
    }

    private static final List<String> NAMES =
            List.of("a", "b", "c", "d", "e", "a", "b", "c", "x.y", "A_B", "..", "%00", "%ff", "a%20b", "-", "%2e%2e",
                    "ö");
    private static final List<String> NAMESPACES = List.of("default", "default", "default", "shop", "shop", "none",
            "A_B");
    private static final List<String> METHODS = List.of(
            "GET", "GET", "GET", "POST", "POST", "POST", "PUT", "PUT", "PATCH", "PATCH", "PATCH", "DELETE", "GET",
            "HEAD",
            "OPTIONS", "BREW");
    private static final List<String> PATCHES = List.of(
            "application/json-patch+json", "application/merge-patch+json", "application/strategic-merge-patch+json");
    private static final List<String> TYPES = List.of(
            "application/json", "application/json; charset=utf-8", "text/plain", "application/vnd.kubernetes.protobuf",
            "application/yaml", "", ";", "application/apply-patch+yaml", "application/merge-patch+json");
    private static final List<String> ACCEPTS = List.of(
            "application/json", "*/*", "application/json;as=Table;v=v1;g=meta.k8s.io", "text/html",
            "application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io",
            "application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io", "application/vnd.kubernetes.protobuf",
            "application/json;q=nonsense,,;=,*/*;q=-1", "application/json;as=Nonsense;v=v1;g=meta.k8s.io", ";;;",
            "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList");
    private static final List<String> PLACES = List.of(
            "/", "/api", "/apis", "/api/v1", "/apis/apps", "/apis/apps/v1", "/apis/none", "/apis/none/v1/things",
            "/api/v2/pods",
            "/version", "/healthz", "/livez/ping", "/readyz?verbose", "/openapi/v2", "/openapi/v3",
            "/openapi/v3/api/v1",
            "/nothing", "//", "/api/", "/api//v1///pods", "/api/v1/watch", "/api/v1/watch/pods", "/api/v1/namespaces",
            "/api/v1/namespaces/default/finalize", "/api/v1/namespaces/default/status", "/%zz", "/%", "/a%2fb",
            "/./../api",
            "/api/v1;x=y/pods", "*", "http://elsewhere/api", "/api/v1/namespaces/default/pods/a/log/b/c",
            "/debug/pprof",
            "/metrics", "/favicon.ico", "/api/v1/pods#fragment", "/\u00e4", "/api/v1/namespaces//pods");
    private static final List<String> NUMBERS = List.of(
            "0", "1", "2", "5", "-1", "9223372036854775807", "9223372036854775808", "18446744073709551615",
            "-9223372036854775808",
            "abc", "", " ", "1.5", "1e3", "+1", "\u0661");
    private static final List<String> PARAMETERS = List.of(
            "watch", "resourceVersion", "resourceVersion", "resourceVersionMatch", "limit", "limit", "continue",
            "labelSelector",
            "fieldSelector", "timeoutSeconds", "timeout", "allowWatchBookmarks", "sendInitialEvents", "dryRun",
            "fieldValidation", "gracePeriodSeconds", "propagationPolicy", "orphanDependents", "includeObject", "pretty",
            "fieldManager", "force", "verbose", "exclude", "nonsense", "");
    private static final List<String> SELECTORS = List.of(
            "app=a", "app!=a", "app in (a,b)", "app notin (a)", "!app", "app>1", "app in (", "=", ",,", "a=b=c",
            "app in ((a))",
            "metadata.name=a", "metadata.name!=a", "status.phase=Running", "spec.nodeName=", "nonsense=1",
            "\\", "a\\=b",
            "x".repeat(300), "a,".repeat(500), "(".repeat(2000));
    private static final List<String> WORDS = List.of(
            "true", "false", "1", "", "All", "Some", "Strict", "Warn", "Ignore", "Foreground", "Background", "Orphan",
            "Exact",
            "NotOlderThan", "Metadata", "Object", "None", "10s", "1h1m1s", "1s".repeat(1500), "-5s",
            "99999999999999h", "ping",
            "nonsense", "\u0000", "\u00e4");
    private static final List<String> MALFORMED = List.of(
            "", "\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "GET / HTTP/1.1\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\nb\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: a\r\n: b\r\n\r\n", "POST /api HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n",
            "POST /api/v1/namespaces/default/configmaps HTTP/1.1\r\nHost: a\r\nContent-Length: 99\r\n\r\n{}",
            "POST /api/v1/namespaces/default/configmaps HTTP/1.1\r\nHost: a\r\n"
                    + "Transfer-Encoding: chunked\r\n\r\nzz\r\n",
            "POST /api/v1/namespaces/default/configmaps HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\n\r\n",
            "GET /api HTTP/1.1\r\nHost: a\r\nExpect: nonsense\r\n\r\n", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
            "GET /api/v1/pods?%zz HTTP/1.1\r\nHost: a\r\n\r\n", "GET /\u0000 HTTP/1.1\r\nHost: a\r\n\r\n",
            "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001",
            "GET /api HTTP/1.1\r\nHost: a\r\nX: " + "x".repeat(20_000) + "\r\n\r\n",
            "GET /" + "x".repeat(20_000) + " HTTP/1.1\r\nHost: a\r\n\r\n");

    private final Random random;
    private final FuzzBodies bodies;
    private final ObjectStore store;
    private final List<Served> kinds;
    private String token = "";

    FuzzRequests(Random random, ObjectStore store, List<Served> kinds) {
        this.random = random;
        this.bodies = new FuzzBodies(random);
        this.store = store;
        this.kinds = kinds;
    }

    /** Keeps a continue token, so that a later list can go on from there. */
    void rememberToken(String newToken) {
        token = newToken;
    }

    FuzzRequest next() {
        return switch (random.nextInt(50)) {
            case 0 -> malformed();
            case 1, 2 -> elsewhere();
            case 3, 4, 5, 6 -> watch();
            default -> ofAKind();
        };
    }

    private FuzzRequest malformed() {
        String text = any(MALFORMED);
        if (text.isEmpty() || random.nextInt(3) > 0) {
            return FuzzRequest.malformed(text);
        }
        char[] noise = text.toCharArray();
        noise[random.nextInt(noise.length)] = (char) random.nextInt(256);
        return FuzzRequest.malformed(new String(noise));
    }

    private FuzzRequest elsewhere() {
        return request(any(METHODS), any(PLACES), "", new byte[0]);
    }

    /** A watch that ends by itself, or that the client leaves. */
    private FuzzRequest watch() {
        Served kind = any(kinds);
        String path = random.nextInt(10) == 0
                ? kind.collection("default").replaceFirst("(/api/v1|/apis/[^/]+/[^/]+)", "$1/watch")
                : kind.collection(random.nextBoolean() ? "default" : "");
        String query = "?watch=1&timeoutSeconds=" + (random.nextInt(10) == 0 ? any(NUMBERS) : "1");
        return request("GET", path + more(query, random.nextInt(4)), "", new byte[0]);
    }

    private FuzzRequest ofAKind() {
        Served kind = any(kinds);
        String method = any(METHODS);
        String namespace = any(NAMESPACES);
        String name = any(NAMES);
        boolean collection = method.equals("POST")
                ? random.nextInt(20) > 0
                : random.nextInt(method.equals("GET") ? 2 : 12) == 0;
        String path = kind.collection(random.nextInt(15) == 0 ? "" : namespace) + (collection ? "" : "/" + name);
        String subresource = "";
        if (!collection && random.nextInt(4) == 0) {
            List<String> all = new ArrayList<>(kind.subresources());
            all.add("nonsense");
            subresource = any(all);
            path += "/" + subresource;
        }
        String target = path + more("", random.nextInt(3) == 0 ? random.nextInt(4) : 0);
        ObjectNode present = store.get(kind.resource(), kind.namespaced() ? namespace : "", name);
        return switch (method) {
            case "POST" -> {
                ObjectNode object = bodies.valid(kind.apiVersion(), kind.kind(), name);
                yield request(method, target, type(), body(object));
            }
            case "PUT" -> {
                ObjectNode object = present == null || random.nextInt(10) == 0
                        ? bodies.valid(kind.apiVersion(), kind.kind(), name) : present.deepCopy();
                yield request(method, target, type(), body(object));
            }
            case "PATCH" -> {
                String type = any(PATCHES);
                byte[] patch = bodies.patch(type, present == null ? Json.MAPPER.createObjectNode() : present);
                yield request(method, target, random.nextInt(20) == 0 ? any(TYPES) : type, patch);
            }
            case "DELETE" -> request(method, target, type(), random.nextInt(3) > 0 ? new byte[0] : deleteOptions());
            default -> request(method, target, "", new byte[0]);
        };
    }

    private byte[] body(ObjectNode object) {
        if (random.nextBoolean()) {
            bodies.disturb(object);
        }
        return bodies.damaged(object.toString());
    }

    private byte[] deleteOptions() {
        ObjectNode options = Json.MAPPER.createObjectNode().put("kind", "DeleteOptions").put("apiVersion", "v1");
        options.put("gracePeriodSeconds", random.nextInt(3)).put("propagationPolicy", any(WORDS));
        options.putObject("preconditions").put("uid", random.nextBoolean() ? "" : "u");
        if (random.nextBoolean()) {
            bodies.disturb(options);
        }
        return bodies.damaged(options.toString());
    }

    private FuzzRequest request(String method, String target, String type, byte[] body) {
        StringBuilder headers = new StringBuilder();
        if (!type.isEmpty()) {
            headers.append("Content-Type: ").append(type).append("\r\n");
        }
        if (random.nextInt(4) == 0) {
            headers.append("Accept: ").append(any(ACCEPTS)).append("\r\n");
        }
        if (random.nextInt(100) == 0) {
            headers.append("Upgrade: websocket\r\n");
        }
        if (random.nextInt(100) == 0) {
            headers.append("If-None-Match: \"x\"\r\nUser-Agent: curl/8\r\nAccept-Encoding: gzip\r\n");
        }
        byte[] sent = body;
        if (body.length > 0 && random.nextInt(10) == 0) {
            headers.append("Transfer-Encoding: chunked\r\n");
            sent = chunked(body);
        } else if (body.length > 0) {
            headers.append("Content-Length: ").append(body.length).append("\r\n");
        } else if (method.equals("POST") || method.equals("PUT") || method.equals("PATCH")) {
            headers.append("Content-Length: 0\r\n");
        }
        return FuzzRequest.of(method, target, random.nextInt(200) == 0 ? "HTTP/1.0" : "HTTP/1.1",
                headers.toString(), sent);
    }

    private static byte[] chunked(byte[] body) {
        String head = Integer.toHexString(body.length) + "\r\n";
        String text = head + new String(body, StandardCharsets.ISO_8859_1) + "\r\n0\r\n\r\n";
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private String more(String query, int count) {
        StringBuilder all = new StringBuilder(query);
        for (int i = 0; i < count; i++) {
            String parameter = any(PARAMETERS);
            all.append(all.isEmpty() ? "?" : "&").append(parameter);
            if (random.nextInt(15) > 0) {
                String value = random.nextInt(10) == 0 ? any(WORDS) : value(parameter);
                all.append('=').append(
                        random.nextInt(60) == 0 ? "%zz" : URLEncoder.encode(value, StandardCharsets.UTF_8));
            }
        }
        return all.toString();
    }

    private String value(String parameter) {
        return switch (parameter) {
            case "resourceVersion" -> random.nextInt(3) == 0
                    ? any(NUMBERS) : Long.toString(Math.max(0, store.revision() - random.nextInt(300)));
            case "limit", "timeoutSeconds", "gracePeriodSeconds" -> any(NUMBERS);
            case "continue" -> random.nextInt(3) > 0 || token.isEmpty()
                    ? token : token.substring(0, random.nextInt(token.length()));
            case "labelSelector", "fieldSelector" -> any(SELECTORS);
            case "resourceVersionMatch" -> random.nextBoolean() ? "Exact" : "NotOlderThan";
            default -> any(WORDS);
        };
    }

    private String type() {
        return random.nextInt(15) == 0 ? any(TYPES) : "application/json";
    }

    private <T> T any(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }
}
