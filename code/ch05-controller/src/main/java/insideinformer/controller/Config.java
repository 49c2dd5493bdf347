package insideinformer.controller;

import static java.util.Objects.requireNonNull;

import insideinformer.api.KubernetesObject;
import insideinformer.client.ListerWatcher;
import insideinformer.deltafifo.PopProcessFunc;
import insideinformer.deltafifo.Queue;
import insideinformer.reflector.ReflectorOptions;
import insideinformer.wait.CrashPolicy;

/**
 * What a {@link Controller} is made of. What upstream's has for the Reflector alone (periods, page size, error handler,
 * clock) stands in the Reflector's own options here. A null queue, lister or process is a {@link NullPointerException}.
 *
 * <p>Upstream: {@code tools/cache/controller.go, Config}.
 *
 * @param queue between reading and processing; the controller closes it when it ends
 * @param process gets one object's changes at a time, under the queue's lock: it must not call the queue. A checked
 *     exception is logged, the changes are dropped, the next object follows; another is left to the crash policy, and
 *     if that returns, the next object follows after a second
 * @param objectType the class of the objects; an event with one of another class is skipped and logged
 * @param reflectorOptions for the reading; their clock times the controller too
 * @param crashPolicy what follows when processing or reading throws something unchecked
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
        requireNonNull(process, "process is null; give what is to be done with one object's changes");
    }
}
