package insideinformer.apiserver.http;

import insideinformer.api.GroupVersionResource;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What a path below {@code /api} or {@code /apis} addresses; parts that it does not have are empty.
 *
 * <p>Upstream: {@code apiserver/pkg/endpoints/request/requestinfo.go, RequestInfoFactory.NewRequestInfo}.
 *
 * @param group empty for the core group, which alone lives under {@code /api}
 * @param oldWatch the deprecated form with {@code watch} before the resource
 */
public record RequestPath(
        String group,
        String version,
        String namespace,
        String resource,
        String name,
        String subresource,
        boolean oldWatch) {

    /** Behind {@code namespaces/NAME} these belong to the Namespace object; anything else is a resource inside it. */
    private static final Set<String> OF_THE_NAMESPACE_ITSELF = Set.of("status", "finalize");

    /** Empty if the path addresses no resource: discovery, health and the like, or nothing at all. */
    public static Optional<RequestPath> parse(String path) {
        List<String> parts = segments(path);
        if (parts.size() >= 3 && parts.get(0).equals("api")) {
            return behindVersion("", parts.get(1), parts.subList(2, parts.size()));
        }
        if (parts.size() >= 4 && parts.get(0).equals("apis")) {
            return behindVersion(parts.get(1), parts.get(2), parts.subList(3, parts.size()));
        }
        return Optional.empty();
    }

    /** The parts between slashes, decoded; slashes at either end do not count. */
    public static List<String> segments(String path) {
        return Arrays.stream(path.split("/"))
                .filter(s -> !s.isEmpty())
                .map(s -> URLDecoder.decode(s.replace("+", "%2B"), StandardCharsets.UTF_8))
                .toList();
    }

    public GroupVersionResource gvr() {
        return new GroupVersionResource(group, version, resource);
    }

    private static Optional<RequestPath> behindVersion(String group, String version, List<String> parts) {
        boolean oldWatch = parts.get(0).equals("watch");
        List<String> rest = oldWatch ? parts.subList(1, parts.size()) : parts;
        String namespace = "";
        if (rest.size() >= 2 && rest.get(0).equals("namespaces")) {
            namespace = rest.get(1);
            boolean inside = rest.size() > 2 && !OF_THE_NAMESPACE_ITSELF.contains(rest.get(2));
            rest = inside ? rest.subList(2, rest.size()) : rest;
        }
        if (rest.isEmpty() || rest.size() > 3) {
            return Optional.empty();
        }
        String name = rest.size() > 1 ? rest.get(1) : "";
        String subresource = rest.size() > 2 ? rest.get(2) : "";
        return Optional.of(new RequestPath(group, version, namespace, rest.get(0), name, subresource, oldWatch));
    }
}
