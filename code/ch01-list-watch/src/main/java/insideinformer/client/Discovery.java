package insideinformer.client;

import insideinformer.api.ApiErrors;
import insideinformer.api.ApiException;
import insideinformer.api.GroupResource;
import insideinformer.api.GroupVersionResource;
import insideinformer.api.Json;
import insideinformer.wait.Context;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import okhttp3.HttpUrl;
import okhttp3.Request;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/**
 * Asks a server what it serves, one document after the other: {@code /api} and {@code /apis} name the groups and their
 * versions, each version's own document names the kinds.
 *
 * <p>Plain on purpose: the aggregated form, all documents in one, is not asked for; every server still has this one.
 *
 * <p>Upstream: {@code client-go discovery/discovery_client.go, DiscoveryClient}.
 */
final class Discovery {

    private static final Logger LOG = LoggerFactory.getLogger(Discovery.class);

    /** One version of one group, and whether the group prefers it. */
    private record GroupVersion(String group, String version, boolean preferred) {

        @Override
        public String toString() {
            return group.isEmpty() ? version : group + "/" + version;
        }
    }

    private final RestClient client;

    Discovery(RestClient client) {
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
            for (JsonNode version : get(context, "api").path("versions")) {
                all.add(new GroupVersion("", version.asString(), all.isEmpty()));
            }
        } catch (ApiException e) {
            if (!ApiErrors.isNotFound(e) && !ApiErrors.isForbidden(e)) {
                throw e;
            }
            LOG.debug("the server has no core group", e);
        }
        for (JsonNode group : get(context, "apis").path("groups")) {
            String preferred = group.path("preferredVersion").path("version").asString("");
            for (JsonNode version : group.path("versions")) {
                String name = version.path("version").asString();
                all.add(new GroupVersion(group.path("name").asString(), name, name.equals(preferred)));
            }
        }
        return all;
    }

    private List<DiscoveredResource> resources(Context context, GroupVersion gv)
            throws IOException, InterruptedException {
        JsonNode list = gv.group().isEmpty()
                ? get(context, "api", gv.version())
                : get(context, "apis", gv.group(), gv.version());
        List<DiscoveredResource> resources = new ArrayList<>();
        for (JsonNode resource : list.path("resources")) {
            String name = resource.path("name").asString();
            if (!name.contains("/")) { // that would be a subresource
                Set<String> verbs = new HashSet<>();
                resource.path("verbs").forEach(verb -> verbs.add(verb.asString()));
                resources.add(new DiscoveredResource(
                        new GroupVersionResource(gv.group(), gv.version(), name), resource.path("kind").asString(),
                        resource.path("namespaced").asBoolean(false), verbs));
            }
        }
        return resources;
    }

    private JsonNode get(Context context, String... path) throws IOException, InterruptedException {
        HttpUrl.Builder url = client.url();
        for (String segment : path) {
            url.addPathSegment(segment);
        }
        return client.call(context, new Request.Builder().url(url.build()),
                response -> Json.MAPPER.readTree(response.body().byteStream()));
    }
}
