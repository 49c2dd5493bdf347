package insideinformer.controller;

import insideinformer.api.KubernetesObject;
import insideinformer.client.ListerWatcher;
import insideinformer.deltafifo.PopProcessFunc;
import insideinformer.deltafifo.Queue;
import insideinformer.wait.Clock;
import insideinformer.wait.CrashPolicy;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * What a {@link Controller} is made of.
 *
 * <p>Upstream: {@code tools/cache/controller.go, Config}.
 *
 * @param queue between reading and processing; the controller closes it when it ends
 * @param process gets one object's changes at a time, under the queue's lock: it must not call the queue. A checked
 *     exception is logged, the changes are dropped, the next object follows; another is left to the crash policy
 * @param objectDescription names what is processed in messages
 * @param fullResyncPeriod how often {@code shouldResync} is asked; zero: never
 * @param shouldResync whether the queue is to show all known objects again now
 */
public record Config<T extends KubernetesObject>(
        Queue<T> queue,
        ListerWatcher<T> listerWatcher,
        PopProcessFunc<T> process,
        Class<T> objectType,
        String objectDescription,
        Duration fullResyncPeriod,
        BooleanSupplier shouldResync,
        Clock clock,
        CrashPolicy crashPolicy) {

    /** No resync, the machine's clock, failures logged and skipped. */
    public static <T extends KubernetesObject> Config<T> of(
            Queue<T> queue, ListerWatcher<T> listerWatcher, Class<T> objectType, PopProcessFunc<T> process) {
        return new Config<>(
                queue, listerWatcher, process, objectType, objectType.getSimpleName(), Duration.ZERO, () -> true,
                Clock.system(), CrashPolicy.LOG_AND_SKIP);
    }

    public Config<T> withObjectDescription(String description) {
        return new Config<>(queue, listerWatcher, process, objectType, description, fullResyncPeriod, shouldResync, clock, crashPolicy);
    }

    public Config<T> withResync(Duration period, BooleanSupplier whether) {
        return new Config<>(queue, listerWatcher, process, objectType, objectDescription, period, whether, clock, crashPolicy);
    }

    public Config<T> withClock(Clock newClock) {
        return new Config<>(queue, listerWatcher, process, objectType, objectDescription, fullResyncPeriod, shouldResync, newClock, crashPolicy);
    }

    public Config<T> withCrashPolicy(CrashPolicy policy) {
        return new Config<>(queue, listerWatcher, process, objectType, objectDescription, fullResyncPeriod, shouldResync, clock, policy);
    }
}
