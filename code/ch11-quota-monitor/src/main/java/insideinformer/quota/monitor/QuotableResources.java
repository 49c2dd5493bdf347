package insideinformer.quota.monitor;

import insideinformer.api.ApiResource;
import insideinformer.api.GroupVersionResource;
import insideinformer.client.DiscoveredResource;
import insideinformer.client.PartialDiscoveryException;
import insideinformer.wait.Context;
import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The resources of a server that a quota can count: those that live in namespaces and can be created, listed, watched
 * and deleted.
 *
 * <p>Upstream: kubernetes {@code pkg/controller/resourcequota, GetQuotableResources}.
 *
 * @param resources in the order of discovery
 * @param failure the groups that discovery could not read; their resources are missing
 */
public record QuotableResources(Set<ApiResource<?>> resources, Optional<PartialDiscoveryException> failure) {

    private static final Set<String> NEEDED = Set.of("create", "list", "watch", "delete");

    /**
     * The kinds that have evaluators from the start. An evaluator that reads more than metadata needs the typed kind.
     */
    private static final Map<GroupVersionResource, ApiResource<?>> KNOWN = new HashMap<>();

    static {
        for (ApiResource<?> known : List.of(
                ApiResource.PODS, ApiResource.SERVICES, ApiResource.PERSISTENT_VOLUME_CLAIMS, ApiResource.CONFIG_MAPS,
                ApiResource.RESOURCE_QUOTAS, core("secrets", "Secret"), core("replicationcontrollers",
                        "ReplicationController"))) {
            KNOWN.put(known.gvr(), known);
        }
    }

    // tag::find[]
    /** @throws IOException if discovery fails and finds nothing at all, or if {@code context} ends */
    public static QuotableResources getQuotableResources(
            Context context, NamespacedResourcesFunc discoveryFunc)
            throws IOException, InterruptedException {
        try {
            return new QuotableResources(
                    quotable(discoveryFunc.namespacedResources(context)), Optional.empty());
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
     * These resources and those of {@code known} whose groups failed, because nobody knows whether they still exist. If
     * discovery failed and left nothing to count, all of {@code known} stays.
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
