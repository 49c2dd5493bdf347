package insideinformer.manager;

import insideinformer.client.Client;
import insideinformer.factory.SharedInformerFactory;
import insideinformer.wait.Clock;
import insideinformer.wait.Context;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * What every controller is given.
 *
 * <p>Upstream: kubernetes {@code cmd/kube-controller-manager/app, ControllerContext}.
 *
 * @param client sends the controller's own requests
 * @param informerFactory shared by all controllers
 * @param informersStarted ends once the manager has started the informers that the controllers asked for; a controller
 *     must not start further ones before
 * @param resyncPeriod draws a new resync period at each call, so that the informers do not all resync at once
 */
public record ControllerContext(
        Client client,
        SharedInformerFactory informerFactory,
        Context informersStarted,
        Supplier<Duration> resyncPeriod,
        ControllerManagerOptions options,
        Clock clock) {}
