package insideinformer.controller;

import static java.util.Objects.requireNonNull;

import insideinformer.api.KubernetesObject;
import insideinformer.client.ListerWatcher;
import insideinformer.store.IndexFunc;
import insideinformer.store.TransformFunc;
import insideinformer.wait.Clock;
import insideinformer.wait.CrashPolicy;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * The settings of an {@link Informer}. Start from {@link #of} and change what differs. A null handler is a {@link
 * NullPointerException}, a negative resync period an {@link IllegalArgumentException}.
 *
 * <p>Upstream: {@code tools/cache/controller.go, InformerOptions}.
 *
 * @param objectType the class of the objects; an event with an object of another class is skipped and logged
 * @param handler is called on the controller's thread, under the queue's lock. So it must be quick, and it gets an
 *     {@link IllegalStateException} if it asks the controller whether it is synced
 * @param resyncPeriod how often the handler is shown every object again; zero: never
 * @param indexers the indexes of the store
 * @param transform changes every object before store and handler see it; empty: no change
 * @param crashPolicy decides what happens when the handler or the reading throws something unchecked
 */
public record InformerOptions<T extends KubernetesObject>(
        ListerWatcher<T> listerWatcher,
        Class<T> objectType,
        ResourceEventHandler<T> handler,
        Duration resyncPeriod,
        Map<String, IndexFunc<T>> indexers,
        Optional<TransformFunc<T>> transform,
        Clock clock,
        CrashPolicy crashPolicy) {

    public InformerOptions {
        requireNonNull(handler, "handler is null; give the handler that is to be told");
        if (resyncPeriod.isNegative()) {
            throw new IllegalArgumentException(
                    "resync period is " + resyncPeriod + "; give zero for no resync, or a positive period");
        }
        indexers = Map.copyOf(indexers);
    }

    /** No resync, no indexes, no transform, the system clock; failures are logged and skipped. */
    public static <T extends KubernetesObject> InformerOptions<T> of(
            ListerWatcher<T> listerWatcher, Class<T> objectType, ResourceEventHandler<T> handler) {
        return new InformerOptions<>(
                listerWatcher, objectType, handler, Duration.ZERO, Map.of(), Optional.empty(), Clock.system(),
                CrashPolicy.LOG_AND_SKIP);
    }

    public InformerOptions<T> withResyncPeriod(Duration period) {
        return new InformerOptions<>(
                listerWatcher, objectType, handler, period, indexers, transform, clock, crashPolicy);
    }

    public InformerOptions<T> withIndexers(Map<String, IndexFunc<T>> newIndexers) {
        return new InformerOptions<>(
                listerWatcher, objectType, handler, resyncPeriod, newIndexers, transform, clock, crashPolicy);
    }

    public InformerOptions<T> withTransform(TransformFunc<T> newTransform) {
        return new InformerOptions<>(
                listerWatcher, objectType, handler, resyncPeriod, indexers, Optional.of(newTransform), clock,
                crashPolicy);
    }

    public InformerOptions<T> withClock(Clock newClock) {
        return new InformerOptions<>(
                listerWatcher, objectType, handler, resyncPeriod, indexers, transform, newClock, crashPolicy);
    }

    public InformerOptions<T> withCrashPolicy(CrashPolicy policy) {
        return new InformerOptions<>(
                listerWatcher, objectType, handler, resyncPeriod, indexers, transform, clock, policy);
    }
}
