package insideinformer.controller;

import insideinformer.api.KubernetesObject;
import insideinformer.deltafifo.DeltaFIFO;
import insideinformer.deltafifo.DeltaFIFOOptions;
import insideinformer.reflector.ReflectorOptions;
import insideinformer.store.Indexer;
import insideinformer.store.Keys;
import insideinformer.store.Stores;

/**
 * An informer for one handler: a store, and the controller that fills it and tells the handler. The owner runs the
 * controller.
 *
 * <p>The handler is called on the controller's thread while the queue is locked, so nothing is queued while it works.
 * If it throws, the other changes of that object are dropped, and the crash policy decides. A list that finds nothing
 * new is shown to the handler as updates. Any thread can read the store, and nobody else must write to it.
 *
 * <p>Upstream: {@code tools/cache/controller.go, NewInformerWithOptions}.
 */
public record Informer<T extends KubernetesObject>(Indexer<T> store, Controller controller) {

    /** @throws NullPointerException if there is no lister to read from */
    // tag::new-informer[]
    public static <T extends KubernetesObject> Informer<T> of(
            InformerOptions<T> options) {
        Indexer<T> clientState = Stores.newIndexer(
                Keys.deletionHandlingMetaNamespaceKeyFunc(), options.indexers());
        RefusedObjects<T> known = new RefusedObjects<>("informer", clientState);
        DeltaFIFOOptions.Builder<T> queue = DeltaFIFOOptions.<T>builder()
                .knownObjects(known)
                .emitDeltaTypeReplaced(true)
                .clock(options.clock());
        options.transform().ifPresent(queue::transformer);
        ReflectorOptions defaults = ReflectorOptions.defaults();
        Config<T> config = Config.of(
                new DeltaFIFO<>(queue.build()), options.listerWatcher(),
                (deltas, initial) -> Processing.processDeltas(
                        options.handler(), clientState, known, deltas, initial),
                options.objectType());
        return new Informer<>(clientState, Controller.of(config
                .withReflectorOptions(defaults
                        .withResync(options.resyncPeriod(), () -> true)
                        .withClock(options.clock(), defaults.random()))
                .withCrashPolicy(options.crashPolicy())));
    }
    // end::new-informer[]
}
