package insideinformer.manager;

import insideinformer.api.ApiResource;
import insideinformer.quota.QuotaConfiguration;
import insideinformer.quota.QuotaFeatures;
import insideinformer.quota.QuotaInstall;
import insideinformer.quota.Registry;
import insideinformer.quota.SimpleRegistry;
import insideinformer.quota.controller.ControllerOptions;
import insideinformer.quota.controller.ResourceQuotaController;
import insideinformer.quota.monitor.InformerFactory;
import insideinformer.quota.monitor.InformerListers;
import insideinformer.quota.monitor.QuotableResources;
import insideinformer.wait.Cancellable;
import insideinformer.wait.Context;
import insideinformer.wait.Group;
import insideinformer.workqueue.MetricsProvider;
import java.io.IOException;
import java.util.List;

/**
 * How the quota controller is put together from what the manager has.
 *
 * <p>Upstream: kubernetes {@code cmd/kube-controller-manager/app/core.go, newResourceQuotaController}; in 1.11
 * {@code startResourceQuotaController}.
 */
final class QuotaControllerDescriptor {

    private static final String NAME = "resourcequota-controller";

    private QuotaControllerDescriptor() {}

    static ControllerDescriptor descriptor() {
        return new ControllerDescriptor(NAME, List.of("resourcequota"), QuotaControllerDescriptor::create);
    }

    // tag::create[]
    private static Controller create(ControllerContext context) throws IOException, InterruptedException {
        QuotableResources.Discovery discovery =
                () -> context.client().serverPreferredNamespacedResources(Context.background());
        InformerFactory informers = InformerFactory.of(context.informerFactory());
        QuotaConfiguration configuration = QuotaInstall.forControllers(
                new InformerListers(informers), context.clock(), QuotaFeatures.ALL);
        Registry registry = new SimpleRegistry(configuration.evaluators());

        ResourceQuotaController controller = new ResourceQuotaController(new ControllerOptions(
                context.client().resource(ApiResource.RESOURCE_QUOTAS),
                context.informerFactory().resourceQuotas().informer(),
                context.options().resourceQuotaSyncPeriod(),
                registry,
                discovery,
                configuration.ignoredResources(),
                context.informersStarted(),
                informers,
                context.resyncPeriod(),
                QuotaInstall.defaultUpdateFilter(context.clock(), QuotaFeatures.ALL),
                context.clock(),
                MetricsProvider.NONE));
        return new Running(controller, discovery, context.options());
    }
    // end::create[]

    /** Counting and looking for new kinds, side by side. */
    private record Running(
            ResourceQuotaController controller, QuotableResources.Discovery discovery, ControllerManagerOptions options)
            implements Controller {
        @Override
        public String name() {
            return NAME;
        }

        // tag::run[]
        @Override
        public void run(Context context) {
            Group threads = new Group();
            try (Cancellable running = context.withCancel()) {
                threads.start("quota discovery", () ->
                        controller.sync(discovery, options.resourceQuotaDiscoveryPeriod(), running));
                controller.run(options.concurrentResourceQuotaSyncs(), running);
            }
            threads.awaitAll();
        }
        // end::run[]
    }
}
