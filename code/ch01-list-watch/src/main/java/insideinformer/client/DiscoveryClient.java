package insideinformer.client;

import insideinformer.api.ApiErrors;
import insideinformer.api.ApiException;
import insideinformer.api.GroupResource;
import insideinformer.api.GroupVersionResource;
import insideinformer.json.Json;
import insideinformer.wait.Context;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import okhttp3.HttpUrl;
import okhttp3.Request;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/**
 * Asks a server which kinds it has. {@code /api} and {@code /apis} name the groups and their versions; the document of
 * each version names the kinds. It asks for one document after the other.
 *
 * <p>Plain on purpose: newer servers can also put all documents into one, but every server has the separate ones.
 *
 * <p>Upstream: {@code client-go discovery/discovery_client.go, DiscoveryClient}.
 */
final class DiscoveryClient {

    private static final Logger LOG = LoggerFactory.getLogger(DiscoveryClient.class);

    /** One version of one group, and whether the group prefers it. */
    private record GroupVersion(String group, String version, boolean preferred) {

        @Override
        public String toString() {
            return group.isEmpty() ? version : group + "/" + version;
        }
    }

    private final RestClient client;

    DiscoveryClient(RestClient client) {
        this.client = client;
    }

    List<DiscoveredResource> serverPreferredResources(Context context) throws IOException, InterruptedException {
        Map<GroupResource, DiscoveredResource> found = new LinkedHashMap<>();
        Map<String, Exception> failures = new LinkedHashMap<>();
        for (GroupVersion gv : groupVersions(context)) {
            try {
                for (DiscoveredResource resource : resources(context, gv)) {
                    GroupResource key = resource.gvr().groupResource();
                    if (gv.preferred() || !found.containsKey(key)) {
                        found.put(key, resource);
                    }
                }
            } catch (IOException e) {
                if (context.isDone()) {
                    throw e;
                }
                LOG.debug("discovery of {} failed; the other groups go on", gv, e);
                failures.put(gv.toString(), e);
            }
        }
        if (!failures.isEmpty()) {
            throw new PartialDiscoveryException(List.copyOf(found.values()), failures);
        }
        return List.copyOf(found.values());
    }

    private List<GroupVersion> groupVersions(Context context) throws IOException, InterruptedException {
        List<GroupVersion> all = new ArrayList<>();
        try {
            all.addAll(get(context, DiscoveryClient::coreVersions, "api"));
        } catch (ApiException e) {
            if (!ApiErrors.isNotFound(e) && !ApiErrors.isForbidden(e)) {
                throw e;
            }
            LOG.debug("the server has no core group", e);
        }
        all.addAll(get(context, DiscoveryClient::groupVersions, "apis"));
        return all;
    }

    private static List<GroupVersion> coreVersions(JsonNode document) {
        List<GroupVersion> versions = new ArrayList<>();
        for (JsonNode version : document.path("versions")) {
            versions.add(new GroupVersion("", version.asString(), versions.isEmpty()));
        }
        return versions;
    }

    private static List<GroupVersion> groupVersions(JsonNode document) {
        List<GroupVersion> versions = new ArrayList<>();
        for (JsonNode group : document.path("groups")) {
            String preferred = group.path("preferredVersion").path("version").asString("");
            for (JsonNode version : group.path("versions")) {
                String name = version.path("version").asString();
                versions.add(new GroupVersion(group.path("name").asString(), name, name.equals(preferred)));
            }
        }
        return versions;
    }

    private List<DiscoveredResource> resources(Context context, GroupVersion gv)
            throws IOException, InterruptedException {
        return gv.group().isEmpty()
                ? get(context, document -> resources(gv, document), "api", gv.version())
                : get(context, document -> resources(gv, document), "apis", gv.group(), gv.version());
    }

    private static List<DiscoveredResource> resources(GroupVersion gv, JsonNode document) {
        List<DiscoveredResource> resources = new ArrayList<>();
        for (JsonNode resource : document.path("resources")) {
            String name = resource.path("name").asString();
            if (!name.contains("/")) { // a name with a slash is a subresource
                Set<String> verbs = new HashSet<>();
                resource.path("verbs").forEach(verb -> verbs.add(verb.asString()));
                resources.add(new DiscoveredResource(
                        new GroupVersionResource(gv.group(), gv.version(), name), resource.path("kind").asString(),
                        resource.path("namespaced").asBoolean(false), verbs));
            }
        }
        return resources;
    }

    private <R> R get(Context context, Function<JsonNode, R> reader, String... path)
            throws IOException, InterruptedException {
        HttpUrl.Builder url = client.url();
        for (String segment : path) {
            url.addPathSegment(segment);
        }
        return client.call(context, new Request.Builder().url(url.build()),
                response -> reader.apply(Json.MAPPER.readTree(response.body().byteStream())));
    }
}
