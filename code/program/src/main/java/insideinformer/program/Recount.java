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
import insideinformer.wait.Clock;
import insideinformer.wait.Context;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Counts every quota of a server afresh, from lists and not from any cache, and puts the result beside the quota's status. */
final class Recount {

    private final Client client;
    private final Context context;
    private final Registry registry;

    /** @throws IOException if discovery fails and finds nothing */
    Recount(Client client, Context context, Clock clock) throws IOException, InterruptedException {
        this.client = client;
        this.context = context;
        QuotableResources quotable = QuotableResources.find(() -> client.serverPreferredNamespacedResources(context));
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
     * @param status what the status says is used; null: nothing
     * @param counted what the objects add up to; null: it cannot be counted
     */
    record Line(
            String namespace, String quota, String resource,
            @Nullable Quantity status, @Nullable Quantity counted, Quantity hard) {

        boolean agrees() {
            return status == null ? counted == null : status.equals(counted);
        }
    }

    /** All amounts of all quotas, sorted by namespace, quota and resource. */
    List<Line> lines() throws IOException, InterruptedException {
        List<Line> lines = new ArrayList<>();
        for (ResourceQuota quota : client.resource(ApiResource.RESOURCE_QUOTAS).list(context, ListOptions.EMPTY)
                .items()) {
            try {
                addLines(quota, lines);
            } catch (QuantityFormatException e) {
                throw new IOException("quota %s/%s has an amount that is no quantity: %s"
                        .formatted(quota.metadata().namespace(), quota.metadata().name(), e.getMessage()), e);
            }
        }
        lines.sort(Comparator.comparing(Line::namespace).thenComparing(Line::quota).thenComparing(Line::resource));
        return lines;
    }

    private void addLines(ResourceQuota quota, List<Line> lines) throws QuantityFormatException {
        ResourceQuotaSpec spec = quota.spec();
        if (spec == null) {
            return;
        }
        String namespace = String.valueOf(quota.metadata().namespace());
        Map<String, Quantity> hard = ResourceLists.parse(spec.hard());
        Map<String, Quantity> status = quota.status() == null ? Map.of() : ResourceLists.parse(quota.status().used());
        CalculatedUsage counted =
                ResourceLists.calculateUsage(namespace, spec.scopes(), hard, registry, spec.scopeSelector());
        hard.forEach((resource, limit) -> lines.add(new Line(
                namespace, String.valueOf(quota.metadata().name()), resource,
                status.get(resource), counted.used().get(resource), limit)));
    }

    private ListFuncByNamespace lister(@Nullable ApiResource<?> resource) {
        return resource == null ? ListFuncByNamespace.NONE : listerOf(resource);
    }

    private <T extends KubernetesObject> ListFuncByNamespace listerOf(ApiResource<T> resource) {
        return namespace -> client.resource(resource).inNamespace(namespace).list(context, ListOptions.EMPTY).items();
    }
}
