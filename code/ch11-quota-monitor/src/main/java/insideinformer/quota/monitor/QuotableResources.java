package insideinformer.quota.monitor;

import insideinformer.api.ApiResource;
import insideinformer.api.GroupVersionResource;
import insideinformer.client.DiscoveredResource;
import insideinformer.client.PartialDiscoveryException;
import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What a quota can count on this server: all that lives in namespaces and can be created, listed, watched and deleted.
 *
 * <p>Upstream: kubernetes {@code pkg/controller/resourcequota, GetQuotableResources}.
 *
 * @param resources in the order of discovery
 * @param failure which groups discovery could not read, if there are any; the resources are those of the others
 */
public record QuotableResources(Set<ApiResource<?>> resources, Optional<PartialDiscoveryException> failure) {

    private static final Set<String> NEEDED = Set.of("create", "list", "watch", "delete");

    /** The kinds that have evaluators from the start; some of these look inside, and have a type of their own. */
    private static final Map<GroupVersionResource, ApiResource<?>> KNOWN = new HashMap<>();

    static {
        for (ApiResource<?> known : List.of(
                ApiResource.PODS, ApiResource.SERVICES, ApiResource.PERSISTENT_VOLUME_CLAIMS, ApiResource.CONFIG_MAPS,
                ApiResource.RESOURCE_QUOTAS, core("secrets", "Secret"), core("replicationcontrollers",
                        "ReplicationController"))) {
            KNOWN.put(known.gvr(), known);
        }
    }

    /** Asks a server for its preferred namespaced resources. Upstream: {@code NamespacedResourcesFunc}. */
    @FunctionalInterface
    public interface Discovery {
        List<DiscoveredResource> namespacedResources() throws IOException, InterruptedException;
    }

    // tag::find[]
    /** @throws IOException if discovery failed and found nothing at all */
    public static QuotableResources find(Discovery discovery) throws IOException, InterruptedException {
        try {
            return new QuotableResources(quotable(discovery.namespacedResources()), Optional.empty());
        } catch (PartialDiscoveryException e) {
            if (e.found().isEmpty()) {
                throw new IOException("failed to discover resources: " + e.getMessage(), e);
            }
            return new QuotableResources(quotable(e.found()), Optional.of(e));
        } catch (IOException e) {
            throw new IOException("failed to discover resources: " + e.getMessage(), e);
        }
    }

    private static Set<ApiResource<?>> quotable(List<DiscoveredResource> resources) {
        Set<ApiResource<?>> quotable = new LinkedHashSet<>();
        for (DiscoveredResource resource : resources) {
            if (resource.namespaced() && resource.verbs().containsAll(NEEDED)) {
                quotable.add(apiResource(resource.gvr(), resource.kind()));
            }
        }
        return quotable;
    }
    // end::find[]

    // tag::keeping[]
    /**
     * Also those of {@code known} that belong to failed groups: nobody knows whether they are gone. A failure that left
     * nothing to count says nothing about the others either.
     */
    public Set<ApiResource<?>> resourcesKeeping(Set<ApiResource<?>> known) {
        if (failure.isPresent() && resources.isEmpty()) {
            return known;
        }
        Set<ApiResource<?>> all = new LinkedHashSet<>(resources);
        failure.ifPresent(partial -> known.stream()
                .filter(resource -> partial.failures().containsKey(resource.gvr().apiVersion()))
                .forEach(all::add));
        return all;
    }
    // end::keeping[]

    static ApiResource<?> apiResource(GroupVersionResource resource, String kind) {
        ApiResource<?> known = KNOWN.get(resource);
        return known != null ? known : ApiResource.unstructured(resource, kind, true);
    }

    private static ApiResource<?> core(String plural, String kind) {
        return ApiResource.unstructured(new GroupVersionResource("", "v1", plural), kind, true);
    }
}
