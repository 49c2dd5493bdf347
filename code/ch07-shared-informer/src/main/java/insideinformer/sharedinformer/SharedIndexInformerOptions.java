package insideinformer.sharedinformer;

import insideinformer.api.KubernetesObject;
import insideinformer.deltafifo.QueueFactory;
import insideinformer.reflector.ReflectorOptions;
import insideinformer.store.IndexFunc;
import insideinformer.wait.Clock;
import insideinformer.wait.CrashPolicy;
import java.time.Duration;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * How an informer is made. A negative resync period is an {@link IllegalArgumentException}.
 *
 * <p>Upstream: {@code tools/cache/shared_informer.go, SharedIndexInformerOptions}.
 *
 * @param resyncPeriod how often it looks whether a handler is due for a resync, and, but at least a second, the period
 *     of handlers that ask for none of their own; zero: no handler is ever resynced
 * @param indexers the indexes of its store
 * @param objectDescription names what it holds in messages; empty: the type
 * @param crashPolicy what follows when reading, processing, or a handler without a policy of its own throws something
 *     unchecked
 * @param queueFactory makes the queue between its Reflector and its store
 * @param reflectorOptions changes page size, watch timeout, backoff and the like of its Reflector; name, resync, error
 *     handler and clock are the informer's in any case
 */
public record SharedIndexInformerOptions<T extends KubernetesObject>(
        Duration resyncPeriod,
        Map<String, IndexFunc<T>> indexers,
        String objectDescription,
        Clock clock,
        CrashPolicy crashPolicy,
        QueueFactory queueFactory,
        UnaryOperator<ReflectorOptions> reflectorOptions) {

    public SharedIndexInformerOptions {
        if (resyncPeriod.isNegative()) {
            throw new IllegalArgumentException(
                    "resync period is " + resyncPeriod + "; give zero for no resync, or a positive period");
        }
        indexers = Map.copyOf(indexers);
    }

    /** No indexes, the machine's clock, failures logged and skipped. */
    public static <T extends KubernetesObject> SharedIndexInformerOptions<T> resyncing(Duration resyncPeriod) {
        return new SharedIndexInformerOptions<>(
                resyncPeriod, Map.of(), "", Clock.system(), CrashPolicy.LOG_AND_SKIP, QueueFactory.DELTA_FIFO,
                UnaryOperator.identity());
    }

    public SharedIndexInformerOptions<T> withIndexers(Map<String, IndexFunc<T>> newIndexers) {
        return new SharedIndexInformerOptions<>(
                resyncPeriod, newIndexers, objectDescription, clock, crashPolicy, queueFactory, reflectorOptions);
    }

    public SharedIndexInformerOptions<T> withObjectDescription(String description) {
        return new SharedIndexInformerOptions<>(
                resyncPeriod, indexers, description, clock, crashPolicy, queueFactory, reflectorOptions);
    }

    public SharedIndexInformerOptions<T> withClock(Clock newClock) {
        return new SharedIndexInformerOptions<>(
                resyncPeriod, indexers, objectDescription, newClock, crashPolicy, queueFactory, reflectorOptions);
    }

    public SharedIndexInformerOptions<T> withCrashPolicy(CrashPolicy policy) {
        return new SharedIndexInformerOptions<>(
                resyncPeriod, indexers, objectDescription, clock, policy, queueFactory, reflectorOptions);
    }

    public SharedIndexInformerOptions<T> withQueueFactory(QueueFactory factory) {
        return new SharedIndexInformerOptions<>(
                resyncPeriod, indexers, objectDescription, clock, crashPolicy, factory, reflectorOptions);
    }

    public SharedIndexInformerOptions<T> withReflectorOptions(UnaryOperator<ReflectorOptions> change) {
        return new SharedIndexInformerOptions<>(
                resyncPeriod, indexers, objectDescription, clock, crashPolicy, queueFactory, change);
    }
}
