package insideinformer.manager;

import insideinformer.api.ApiResource;
import insideinformer.quota.QuotaConfiguration;
import insideinformer.quota.QuotaFeatures;
import insideinformer.quota.QuotaInstall;
import insideinformer.quota.SimpleRegistry;
import insideinformer.quota.controller.ControllerOptions;
import insideinformer.quota.controller.ResourceQuotaController;
import insideinformer.quota.monitor.InformerFactory;
import insideinformer.quota.monitor.InformerListers;
import insideinformer.quota.monitor.NamespacedResourcesFunc;
import insideinformer.wait.Cancellable;
import insideinformer.wait.Clock;
import insideinformer.wait.Context;
import insideinformer.wait.Group;
import java.io.IOException;
import java.util.List;

/**
 * Makes the quota controller from what the manager has.
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
    private static Controller create(Context context, ControllerContext controllerContext)
            throws IOException, InterruptedException {
        NamespacedResourcesFunc discoveryFunc =
                controllerContext.client()::serverPreferredNamespacedResources;
        Clock clock = controllerContext.clock();
        InformerFactory informers = InformerFactory.of(controllerContext.informerFactory());
        QuotaConfiguration configuration = QuotaInstall.forControllers(
                new InformerListers(informers), clock, QuotaFeatures.ALL);
        ControllerOptions options = ControllerOptions.builder(
                        controllerContext.client().resource(ApiResource.RESOURCE_QUOTAS),
                        controllerContext.informerFactory().resourceQuotas().informer(),
                        new SimpleRegistry(configuration.evaluators()),
                        informers, controllerContext.informersStarted())
                .resyncPeriod(controllerContext.options().resourceQuotaSyncPeriod())
                .discoveryFunc(discoveryFunc)
                .ignoredResources(configuration.ignoredResources())
                .replenishmentResyncPeriod(controllerContext.resyncPeriod())
                .updateFilter(QuotaInstall.defaultUpdateFilter(clock, QuotaFeatures.ALL))
                .clock(clock)
                .build();
        return new Running(
                new ResourceQuotaController(context, options), discoveryFunc, controllerContext.options());
    }
    // end::create[]

    /** Counts, and side by side with that asks the server which resources it has. */
    private record Running(
            ResourceQuotaController controller, NamespacedResourcesFunc discoveryFunc,
            ControllerManagerOptions options)
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
                        controller.sync(discoveryFunc, options.resourceQuotaDiscoveryPeriod(), running));
                controller.run(options.concurrentResourceQuotaSyncs(), running);
            }
            threads.awaitAll();
        }
        // end::run[]
    }
}
