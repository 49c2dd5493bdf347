package insideinformer.program;

import insideinformer.api.ApiResource;
import insideinformer.api.KubernetesObject;
import insideinformer.api.ListOptions;
import insideinformer.api.ResourceQuota;
import insideinformer.api.ResourceQuotaSpec;
import insideinformer.client.Client;
import insideinformer.quota.CalculatedUsage;
import insideinformer.quota.ListFuncByNamespace;
import insideinformer.quota.ObjectCountEvaluator;
import insideinformer.quota.Quantity;
import insideinformer.quota.QuantityFormatException;
import insideinformer.quota.QuotaConfiguration;
import insideinformer.quota.QuotaFeatures;
import insideinformer.quota.QuotaInstall;
import insideinformer.quota.Registry;
import insideinformer.quota.ResourceLists;
import insideinformer.quota.SimpleRegistry;
import insideinformer.quota.monitor.QuotableResources;
import insideinformer.reflector.ListPager;
import insideinformer.wait.Clock;
import insideinformer.wait.Context;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Counts every quota of a server from lists, without a cache, and compares the result with the quota's status. It
 * lists in pages, and lists a namespace once for all its quotas. For one thread.
 */
final class Recount {

    private final Client client;
    private final Context context;
    private final Registry registry;

    /** The lists of the namespace that is being counted, by resource. */
    private final Map<ApiResource<?>, List<? extends KubernetesObject>> listed = new HashMap<>();

    /** @throws IOException if discovery fails and finds nothing */
    Recount(Client client, Context context, Clock clock) throws IOException, InterruptedException {
        this.client = client;
        this.context = context;
        QuotableResources quotable = QuotableResources.getQuotableResources(
                context, client::serverPreferredNamespacedResources);
        Map<String, ApiResource<?>> byName = new TreeMap<>();
        quotable.resources().forEach(resource -> byName.put(resource.gvr().toString(), resource));
        QuotaConfiguration configuration = QuotaInstall.forControllers(
                resource -> lister(byName.get(resource.toString())), clock, QuotaFeatures.ALL);
        this.registry = new SimpleRegistry(configuration.evaluators());
        for (ApiResource<?> resource : quotable.resources()) {
            if (registry.get(resource.gvr().groupResource()) == null
                    && !configuration.ignoredResources().contains(resource.gvr().groupResource())) {
                registry.add(new ObjectCountEvaluator(resource.gvr().groupResource(), lister(resource), null));
            }
        }
    }

    /**
     * One amount of one quota.
     *
     * @param status the used amount in the status; null: there is none
     * @param counted the sum of the objects; null: it cannot be counted, or has no limit any more
     * @param hard the limit; null: there is none any more
     * @param problem why it cannot be counted; null: there was no problem
     */
    record Line(
            String namespace, String quota, String resource,
            @Nullable Quantity status, @Nullable Quantity counted, @Nullable Quantity hard, @Nullable String problem) {

        boolean agrees() {
            return Objects.equals(status, counted);
        }
    }

    /** All amounts of all quotas, sorted by namespace, quota and resource. */
    List<Line> lines() throws IOException, InterruptedException {
        List<Line> lines = new ArrayList<>();
        for (List<ResourceQuota> quotas : quotasByNamespace().values()) {
            lines.addAll(linesOf(quotas));
        }
        return lines;
    }

    /** Every quota of the server, its namespaces sorted. */
    SortedMap<String, List<ResourceQuota>> quotasByNamespace() throws IOException, InterruptedException {
        SortedMap<String, List<ResourceQuota>> byNamespace = new TreeMap<>();
        for (ResourceQuota quota : list(ApiResource.RESOURCE_QUOTAS, "")) {
            byNamespace.computeIfAbsent(String.valueOf(quota.metadata().namespace()), n -> new ArrayList<>()).add(quota);
        }
        return byNamespace;
    }

    /** The amounts of one namespace, its quotas as they are by now. */
    List<Line> linesOf(String namespace) throws IOException, InterruptedException {
        return linesOf(list(ApiResource.RESOURCE_QUOTAS, namespace));
    }

    /** @param quotas of one namespace */
    List<Line> linesOf(List<ResourceQuota> quotas) throws IOException {
        listed.clear();
        List<Line> lines = new ArrayList<>();
        for (ResourceQuota quota : quotas) {
            try {
                addLines(quota, lines);
            } catch (QuantityFormatException e) {
                throw new IOException("quota %s/%s has an amount that is no quantity: %s"
                        .formatted(quota.metadata().namespace(), quota.metadata().name(), e.getMessage()), e);
            }
        }
        lines.sort(Comparator.comparing(Line::quota).thenComparing(Line::resource));
        return lines;
    }

    private void addLines(ResourceQuota quota, List<Line> lines) throws QuantityFormatException {
        ResourceQuotaSpec spec = quota.spec();
        Map<String, Quantity> hard = spec == null ? Map.of() : ResourceLists.parse(spec.hard());
        Map<String, Quantity> status = quota.status() == null ? Map.of() : ResourceLists.parse(quota.status().used());
        String namespace = String.valueOf(quota.metadata().namespace());
        CalculatedUsage usage = spec == null
                ? new CalculatedUsage(Map.of(), Optional.empty())
                : ResourceLists.calculateUsage(namespace, spec.scopes(), hard, registry, spec.scopeSelector());
        SortedSet<String> resources = new TreeSet<>(hard.keySet());
        resources.addAll(status.keySet());
        for (String resource : resources) {
            Quantity counted = usage.used().get(resource);
            lines.add(new Line(namespace, String.valueOf(quota.metadata().name()), resource, status.get(resource), counted,
                    hard.get(resource), counted != null ? null : usage.error().map(Throwable::getMessage).orElse(null)));
        }
    }

    private ListFuncByNamespace lister(@Nullable ApiResource<?> resource) {
        return resource == null ? ListFuncByNamespace.NONE : listerOf(resource);
    }

    private <T extends KubernetesObject> ListFuncByNamespace listerOf(ApiResource<T> resource) {
        return namespace -> {
            List<? extends KubernetesObject> known = listed.get(resource);
            if (known == null) {
                known = list(resource, namespace);
                listed.put(resource, known);
            }
            return known;
        };
    }

    private <T extends KubernetesObject> List<T> list(ApiResource<T> resource, String namespace)
            throws IOException, InterruptedException {
        return new ListPager<>(client.resource(resource).inNamespace(namespace)::list)
                .list(context, ListOptions.EMPTY).list().items();
    }
}
