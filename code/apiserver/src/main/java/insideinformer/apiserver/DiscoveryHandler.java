package insideinformer.apiserver;

import insideinformer.api.ApiException;
import insideinformer.api.GroupVersionResource;
import insideinformer.apiserver.bodies.Answers;
import insideinformer.apiserver.bodies.Negotiation;
import insideinformer.apiserver.errors.Errors;
import insideinformer.apiserver.http.HttpExchange;
import insideinformer.apiserver.kinds.ResourceType;
import insideinformer.apiserver.kinds.ServedTypes;
import insideinformer.apiserver.write.Scale;
import insideinformer.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Tells clients what the server serves: group by group, or all at once in the aggregated form.
 *
 * <p>Upstream: {@code apiserver/pkg/endpoints/discovery} and {@code discovery/aggregated}.
 */
final class DiscoveryHandler {

    private static final List<String> VERBS =
            List.of("create", "delete", "deletecollection", "get", "list", "patch", "update", "watch");
    private static final List<String> CUSTOM_VERBS =
            List.of("delete", "deletecollection", "get", "list", "patch", "create", "update", "watch");
    private static final List<String> SUBRESOURCE_VERBS = List.of("get", "patch", "update");
    private static final String AGGREGATED = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";

    private final ServedTypes served;

    DiscoveryHandler(ServedTypes served) {
        this.served = served;
    }

    /** Answers if the path is one of discovery's; the parts are those between slashes. */
    boolean serve(HttpExchange x, List<String> parts) throws IOException {
        if (parts.isEmpty()) {
            return false;
        }
        boolean core = parts.get(0).equals("api");
        if (!core && !parts.get(0).equals("apis") || parts.size() > (core ? 2 : 3)) {
            return false;
        }
        List<String> below = parts.subList(1, parts.size());
        if (below.isEmpty()) {
            requireGet(x);
            serveRoot(x, core);
            return true;
        }
        String group = core ? "" : below.get(0);
        Map<String, List<ResourceType>> versions = groups().get(group);
        if (versions == null) {
            return false;
        }
        requireGet(x);
        Negotiation.requirePlain(x);
        if (!core && below.size() == 1) {
            Answers.json(x, 200, group(group, true));
        } else {
            List<ResourceType> types = versions.get(below.get(below.size() - 1));
            if (types == null) {
                throw Errors.resourceNotFound();
            }
            Answers.json(x, 200, resources(types));
        }
        return true;
    }

    /** Every path that discovery answers. */
    List<String> paths() {
        Set<String> paths = new LinkedHashSet<>(List.of("/api", "/api/v1", "/apis"));
        groups().forEach((group, versions) -> {
            if (!group.isEmpty()) {
                paths.add("/apis/" + group);
                versions.keySet().forEach(version -> paths.add("/apis/" + group + "/" + version));
            }
        });
        return List.copyOf(paths);
    }

    /** The types by group and version, in order. */
    private Map<String, Map<String, List<ResourceType>>> groups() {
        Map<String, Map<String, List<ResourceType>>> groups = new LinkedHashMap<>();
        List<ResourceType> all = new ArrayList<>(served.all());
        all.addAll(AccessReviews.ALL);
        for (ResourceType type : all) {
            groups.computeIfAbsent(type.gvr().group(), g -> new LinkedHashMap<>())
                    .computeIfAbsent(type.gvr().version(), v -> new ArrayList<>())
                    .add(type);
        }
        return groups;
    }

    private void serveRoot(HttpExchange x, boolean core) throws IOException {
        for (Negotiation.Clause clause : Negotiation.clauses(x)) {
            if (clause.isJson() && clause.asks("APIGroupDiscoveryList", "apidiscovery.k8s.io", "v2")) {
                serveAggregated(x, core);
                return;
            }
            if (clause.isJson() && !clause.isTransformed()) {
                Answers.json(x, 200, core ? coreVersions(x) : groupList());
                return;
            }
        }
        throw Negotiation.notAcceptable();
    }

    private void serveAggregated(HttpExchange x, boolean core) throws IOException {
        byte[] body = Answers.line(aggregated(core));
        String tag = "\"" + HexFormat.of().withUpperCase().formatHex(sha256(body)) + "\"";
        x.respondHeader("Cache-Control", "public");
        x.respondHeader("Vary", "Accept");
        x.respondHeader("ETag", tag);
        if (x.header("If-None-Match").filter(tag::equals).isPresent()) {
            x.respond(304, null, new byte[0]);
        } else {
            x.respond(200, AGGREGATED, body);
        }
    }

    private static ObjectNode coreVersions(HttpExchange x) {
        ObjectNode versions = Json.MAPPER.createObjectNode().put("kind", "APIVersions");
        versions.putArray("versions").add("v1");
        versions.putArray("serverAddressByClientCIDRs").addObject()
                .put("clientCIDR", "0.0.0.0/0")
                .put("serverAddress", x.header("Host").orElse(""));
        return versions;
    }

    private ObjectNode groupList() {
        ObjectNode list = Json.MAPPER.createObjectNode().put("kind", "APIGroupList").put("apiVersion", "v1");
        ArrayNode all = list.putArray("groups");
        groups().keySet().stream().filter(name -> !name.isEmpty()).forEach(name -> all.add(group(name, false)));
        return list;
    }

    private ObjectNode group(String name, boolean alone) {
        ObjectNode group = Json.MAPPER.createObjectNode();
        if (alone) {
            group.put("kind", "APIGroup").put("apiVersion", "v1");
        }
        group.put("name", name);
        ArrayNode versions = group.putArray("versions");
        groups().getOrDefault(name, Map.of()).keySet().forEach(version -> versions.add(groupVersion(name, version)));
        group.set("preferredVersion", versions.get(0));
        return group;
    }

    private static ObjectNode groupVersion(String group, String version) {
        return Json.MAPPER.createObjectNode().put("groupVersion", group + "/" + version).put("version", version);
    }

    private static ObjectNode resources(List<ResourceType> types) {
        GroupVersionResource first = types.get(0).gvr();
        ObjectNode list = Json.MAPPER.createObjectNode().put("kind", "APIResourceList");
        if (!first.group().isEmpty()) {
            list.put("apiVersion", "v1");
        }
        list.put("groupVersion", first.apiVersion());
        ArrayNode resources = list.putArray("resources");
        for (ResourceType type : types) {
            ObjectNode resource = resource(type, type.gvr().resource(), type.singular(), verbs(type));
            addTexts(resource, "shortNames", type.shortNames());
            addTexts(resource, "categories", type.categories());
            if (!type.has(ResourceType.Trait.ONLY_ANSWERED)) {
                resource.put("storageVersionHash", storageVersionHash(type));
            }
            resources.add(resource);
            for (String subresource : type.subresources()) {
                resources.add(resource(type, type.gvr().resource() + "/" + subresource, "", verbs(subresource)));
                if (subresource.equals(Scale.SUBRESOURCE)) {
                    GroupVersionResource gvr = Scale.TYPE.gvr();
                    ((ObjectNode) resources.get(resources.size() - 1))
                            .put("group", gvr.group()).put("version", gvr.version()).put("kind", Scale.TYPE.kind());
                }
            }
        }
        return list;
    }

    private static ObjectNode resource(ResourceType type, String name, String singular, List<String> verbs) {
        ObjectNode resource = Json.MAPPER.createObjectNode()
                .put("name", name)
                .put("singularName", singular)
                .put("namespaced", type.namespaced())
                .put("kind", type.kind());
        addTexts(resource, "verbs", verbs);
        return resource;
    }

    private ObjectNode aggregated(boolean core) {
        ObjectNode list = Json.MAPPER.createObjectNode()
                .put("kind", "APIGroupDiscoveryList").put("apiVersion", "apidiscovery.k8s.io/v2");
        list.putObject("metadata");
        ArrayNode items = list.putArray("items");
        groups().forEach((group, versions) -> {
            if (group.isEmpty() == core) {
                ObjectNode item = items.addObject();
                ObjectNode metadata = item.putObject("metadata");
                if (!core) {
                    metadata.put("name", group);
                }
                ArrayNode all = item.putArray("versions");
                versions.forEach((version, types) -> all.add(aggregatedVersion(version, types)));
            }
        });
        return list;
    }

    private static ObjectNode aggregatedVersion(String name, List<ResourceType> types) {
        ObjectNode version = Json.MAPPER.createObjectNode().put("version", name);
        ArrayNode resources = version.putArray("resources");
        for (ResourceType type : types) {
            ObjectNode resource = resources.addObject().put("resource", type.gvr().resource());
            resource.set("responseKind", responseKind(type));
            resource.put("scope", type.namespaced() ? "Namespaced" : "Cluster")
                    .put("singularResource", type.singular());
            addTexts(resource, "verbs", verbs(type));
            addTexts(resource, "shortNames", type.shortNames());
            addTexts(resource, "categories", type.categories());
            if (!type.subresources().isEmpty()) {
                ArrayNode subresources = resource.putArray("subresources");
                for (String part : type.subresources()) {
                    ObjectNode subresource = subresources.addObject().put("subresource", part);
                    subresource.set("responseKind", responseKind(type, part));
                    addTexts(subresource, "verbs", verbs(part));
                }
            }
        }
        return version.put("freshness", "Current");
    }

    /** Group and version are those of the list. */
    private static ObjectNode responseKind(ResourceType type) {
        return Json.MAPPER.createObjectNode().put("group", "").put("version", "").put("kind", type.kind());
    }

    private static ObjectNode responseKind(ResourceType type, String subresource) {
        if (!subresource.equals(Scale.SUBRESOURCE)) {
            return responseKind(type);
        }
        GroupVersionResource gvr = Scale.TYPE.gvr();
        return Json.MAPPER.createObjectNode()
                .put("group", gvr.group()).put("version", gvr.version()).put("kind", Scale.TYPE.kind());
    }

    private static List<String> verbs(ResourceType type) {
        if (type.has(ResourceType.Trait.ONLY_ANSWERED)) {
            return List.of("create");
        }
        if (type.isCustom()) {
            return CUSTOM_VERBS;
        }
        boolean bulk = !type.isNamespace();
        return bulk ? VERBS : VERBS.stream().filter(verb -> !verb.equals("deletecollection")).toList();
    }

    private static List<String> verbs(String subresource) {
        return subresource.equals("finalize") ? List.of("update") : SUBRESOURCE_VERBS;
    }

    private static void addTexts(ObjectNode object, String field, List<String> texts) {
        if (!texts.isEmpty()) {
            ArrayNode array = object.putArray(field);
            texts.forEach(array::add);
        }
    }

    private static String storageVersionHash(ResourceType type) {
        String id = type.gvr().group() + "/" + type.gvr().version() + "/" + type.kind();
        byte[] hash = sha256(id.getBytes(StandardCharsets.UTF_8));
        return Base64.getEncoder().encodeToString(Arrays.copyOf(hash, 8));
    }

    private static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    private static void requireGet(HttpExchange x) throws ApiException {
        if (!x.method().equals("GET")) {
            throw Errors.methodNotAllowed();
        }
    }
}
