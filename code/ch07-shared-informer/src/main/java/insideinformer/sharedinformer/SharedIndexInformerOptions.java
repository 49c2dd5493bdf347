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
 * The settings of a {@link SharedIndexInformer}. Start from {@link #resyncing} and change what differs. A negative
 * resync period is an {@link IllegalArgumentException}.
 *
 * <p>Upstream: {@code tools/cache/shared_informer.go, SharedIndexInformerOptions}.
 *
 * @param resyncPeriod how often the informer checks whether a handler is due for a resync. It is also the resync period
 *     of handlers that ask for none of their own, but at least a second. Zero: no handler is ever resynced
 * @param indexers the indexes of the store
 * @param objectDescription names the objects in messages; empty: their type
 * @param crashPolicy decides what happens when reading, processing, or a handler without a policy of its own throws
 *     something unchecked
 * @param queueFactory makes the queue between the Reflector and the store
 * @param reflectorOptions changes page size, watch timeout, backoff and the like of the Reflector. The informer sets
 *     the Reflector's name, resync, error handler and clock itself
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

    /** No indexes, the system clock; failures are logged and skipped. */
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
