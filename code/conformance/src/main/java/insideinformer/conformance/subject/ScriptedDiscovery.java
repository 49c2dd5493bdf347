package insideinformer.conformance.subject;

import insideinformer.api.GroupVersionResource;
import insideinformer.client.DiscoveredResource;
import insideinformer.client.PartialDiscoveryException;
import insideinformer.conformance.trace.TraceJson;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * What a server discovers, as a trace says it.
 *
 * <p>Upstream's discovery answers with lists, and the port's with single resources. So an empty list becomes one
 * resource that can do nothing. Upstream parses a group version only when it looks at it, so a wrong one is kept whole
 * here, as the version.
 */
final class ScriptedDiscovery {

    private ScriptedDiscovery() {}

    static List<DiscoveredResource> discover(JsonNode args) throws IOException {
        List<DiscoveredResource> found = new ArrayList<>();
        for (JsonNode list : args.path("lists")) {
            String version = TraceJson.text(list, "groupVersion");
            if (list.path("resources").isEmpty()) {
                found.add(new DiscoveredResource(groupVersion(version, ""), "", true, Set.of()));
            }
            for (JsonNode resource : list.path("resources")) {
                found.add(new DiscoveredResource(
                        groupVersion(version, TraceJson.text(resource, "name")), TraceJson.text(resource, "kind"),
                        resource.path("namespaced").asBoolean(false),
                        Set.copyOf(TraceJson.texts(resource, "verbs"))));
            }
        }
        switch (args.path("failure").asString("")) {
            case "" -> {
                return found;
            }
            case "total" -> {
                if (found.isEmpty()) {
                    throw new IOException("the scripted failure");
                }
                throw new PartialDiscoveryException(found, Map.of());
            }
            case "groups" -> throw new PartialDiscoveryException(
                    found, Map.of("metrics.k8s.io/v1beta1", new IOException("the scripted failure")));
            default -> throw new IllegalArgumentException("no failure " + args.path("failure"));
        }
    }

    private static GroupVersionResource groupVersion(String version, String resource) {
        int slash = version.indexOf('/');
        boolean grouped = slash >= 0 && version.indexOf('/', slash + 1) < 0;
        return new GroupVersionResource(
                grouped ? version.substring(0, slash) : "", grouped ? version.substring(slash + 1) : version,
                resource);
    }
}
