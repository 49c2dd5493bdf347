package insideinformer.factory;

import insideinformer.api.ApiResource;
import insideinformer.api.GroupVersionResource;
import insideinformer.api.KubernetesObject;
import insideinformer.api.ListOptions;
import insideinformer.deltafifo.QueueFactory;
import insideinformer.reflector.ReflectorOptions;
import insideinformer.store.TransformFunc;
import insideinformer.wait.Clock;
import insideinformer.wait.CrashPolicy;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * The settings that all informers of a factory share. Start from {@link #DEFAULT} and change what differs. A later
 * setting replaces an earlier one. A negative resync period is an {@link IllegalArgumentException}.
 *
 * <p>Upstream: {@code informers/factory.go, SharedInformerOption}.
 *
 * @param namespace limits the kinds that live in namespaces to this namespace; empty: all namespaces
 * @param tweakListOptions changes the options of every list and every watch before they are sent. The threads of all
 *     informers call it
 * @param transform changes every object before anybody sees it. Several informers call it at once. An object whose type
 *     it changes is refused. Empty: no change
 * @param customResync resync periods of kinds that differ from the factory's own; zero: no resync
 * @param crashPolicy decides in each informer what happens when reading, processing, or a handler throws something
 *     unchecked
 * @param queueFactory makes the queue of each informer
 * @param reflectorOptions changes page size, watch timeout, backoff and the like of each informer's Reflector
 */
public record FactoryOptions(
        String namespace,
        UnaryOperator<ListOptions> tweakListOptions,
        Optional<TransformFunc<KubernetesObject>> transform,
        Map<GroupVersionResource, Duration> customResync,
        Clock clock,
        CrashPolicy crashPolicy,
        QueueFactory queueFactory,
        UnaryOperator<ReflectorOptions> reflectorOptions) {

    /** All namespaces, nothing tweaked or transformed, the system clock; failures are logged and skipped. */
    public static final FactoryOptions DEFAULT = new FactoryOptions(
            "", UnaryOperator.identity(), Optional.empty(), Map.of(), Clock.system(), CrashPolicy.LOG_AND_SKIP,
            QueueFactory.DELTA_FIFO, UnaryOperator.identity());

    public FactoryOptions {
        customResync.forEach((resource, period) -> {
            if (period.isNegative()) {
                throw new IllegalArgumentException("resync period of " + resource.groupResource() + " is " + period
                        + "; give zero for no resync, or a positive period");
            }
        });
        customResync = Map.copyOf(customResync);
    }

    public FactoryOptions withNamespace(String newNamespace) {
        return new FactoryOptions(
                newNamespace, tweakListOptions, transform, customResync, clock, crashPolicy, queueFactory,
                reflectorOptions);
    }

    public FactoryOptions withTweakListOptions(UnaryOperator<ListOptions> tweak) {
        return new FactoryOptions(
                namespace, tweak, transform, customResync, clock, crashPolicy, queueFactory, reflectorOptions);
    }

    public FactoryOptions withTransform(TransformFunc<KubernetesObject> newTransform) {
        return new FactoryOptions(
                namespace, tweakListOptions, Optional.of(newTransform), customResync, clock, crashPolicy,
                queueFactory, reflectorOptions);
    }

    public FactoryOptions withCustomResync(ApiResource<?> resource, Duration period) {
        Map<GroupVersionResource, Duration> periods = new HashMap<>(customResync);
        periods.put(resource.gvr(), period);
        return new FactoryOptions(
                namespace, tweakListOptions, transform, periods, clock, crashPolicy, queueFactory, reflectorOptions);
    }

    public FactoryOptions withClock(Clock newClock) {
        return new FactoryOptions(
                namespace, tweakListOptions, transform, customResync, newClock, crashPolicy, queueFactory,
                reflectorOptions);
    }

    public FactoryOptions withCrashPolicy(CrashPolicy policy) {
        return new FactoryOptions(
                namespace, tweakListOptions, transform, customResync, clock, policy, queueFactory, reflectorOptions);
    }

    public FactoryOptions withQueueFactory(QueueFactory factory) {
        return new FactoryOptions(
                namespace, tweakListOptions, transform, customResync, clock, crashPolicy, factory, reflectorOptions);
    }

    public FactoryOptions withReflectorOptions(UnaryOperator<ReflectorOptions> change) {
        return new FactoryOptions(
                namespace, tweakListOptions, transform, customResync, clock, crashPolicy, queueFactory, change);
    }
}
