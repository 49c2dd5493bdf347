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
 * @param client for requests of its own
 * @param informerFactory shared by all controllers
 * @param informersStarted ends once the informers that were asked for while controllers were made have been started; who
 *     wants to start further ones waits for it
 * @param resyncPeriod draws a resync period, another one each time, so that not all informers resync at once
 */
public record ControllerContext(
        Client client,
        SharedInformerFactory informerFactory,
        Context informersStarted,
        Supplier<Duration> resyncPeriod,
        ControllerManagerOptions options,
        Clock clock) {}
