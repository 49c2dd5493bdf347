package insideinformer.controller;

import static java.util.Objects.requireNonNull;

import insideinformer.api.KubernetesObject;
import insideinformer.client.ListerWatcher;
import insideinformer.deltafifo.PopProcessFunc;
import insideinformer.deltafifo.Queue;
import insideinformer.reflector.ReflectorOptions;
import insideinformer.wait.CrashPolicy;

/**
 * The parts of a {@link Controller}. Start from {@link #of} and change what differs. Settings that upstream has here
 * for the Reflector alone (periods, page size, error handler, clock) are in the {@code reflectorOptions}. A null queue,
 * lister or process function is a {@link NullPointerException}.
 *
 * <p>Upstream: {@code tools/cache/controller.go, Config}.
 *
 * @param queue lies between reading and processing; the controller closes it when it ends
 * @param process gets the changes of one object at a time, under the queue's lock, so it must not call the queue. If it
 *     throws a checked exception, that is logged, the changes are dropped, and the next object follows. After another
 *     one the crash policy decides; if it returns, the next object follows after a second
 * @param objectType the class of the objects; an event with an object of another class is skipped and logged
 * @param reflectorOptions settings of the Reflector; their clock is the controller's, too
 * @param crashPolicy decides what happens when processing or reading throws something unchecked
 */
public record Config<T extends KubernetesObject>(
        Queue<T> queue,
        ListerWatcher<T> listerWatcher,
        PopProcessFunc<T> process,
        Class<T> objectType,
        ReflectorOptions reflectorOptions,
        CrashPolicy crashPolicy) {

    public Config {
        requireNonNull(queue, "queue is null; give the one between reading and processing");
        requireNonNull(listerWatcher, "listerWatcher is null; give the one to read from");
        requireNonNull(process, "process is null; give the function that gets the changes of one object");
    }

    /** The Reflector's default options; crashes are logged and skipped. */
    public static <T extends KubernetesObject> Config<T> of(
            Queue<T> queue, ListerWatcher<T> listerWatcher, PopProcessFunc<T> process, Class<T> objectType) {
        return new Config<>(
                queue, listerWatcher, process, objectType, ReflectorOptions.defaults(), CrashPolicy.LOG_AND_SKIP);
    }

    public Config<T> withReflectorOptions(ReflectorOptions options) {
        return new Config<>(queue, listerWatcher, process, objectType, options, crashPolicy);
    }

    public Config<T> withCrashPolicy(CrashPolicy policy) {
        return new Config<>(queue, listerWatcher, process, objectType, reflectorOptions, policy);
    }
}
