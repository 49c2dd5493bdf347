package insideinformer.controller;

import insideinformer.api.KubernetesObject;
import insideinformer.deltafifo.DeltaFIFO;
import insideinformer.deltafifo.DeltaFIFOOptions;
import insideinformer.reflector.ReflectorOptions;
import insideinformer.store.Indexer;
import insideinformer.store.Keys;
import insideinformer.store.Stores;

/**
 * An informer for one handler: a store, and the controller that fills it and tells the handler. Run the controller.
 *
 * <p>The handler is called on the controller's thread while the queue is locked: while it works, nothing is queued. If
 * it throws, that object's other changes are dropped, and the crash policy is asked. A list that finds nothing new is
 * shown to it all the same, as updates. The store may be read from any thread and must not be written to.
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
        Controller controller = Controller.of(new Config<>(
                new DeltaFIFO<>(queue.build()),
                options.listerWatcher(),
                (deltas, initial) -> Processing.processDeltas(
                        options.handler(), clientState, known, deltas, initial),
                options.objectType(),
                defaults.withResync(options.resyncPeriod(), () -> true)
                        .withClock(options.clock(), defaults.random()),
                options.crashPolicy()));
        return new Informer<>(clientState, controller);
    }
    // end::new-informer[]
}
