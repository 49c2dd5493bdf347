package insideinformer.controller;

import insideinformer.api.KubernetesObject;
import insideinformer.deltafifo.Delta;
import insideinformer.deltafifo.Deltas;
import insideinformer.store.DeletedObject;
import insideinformer.store.DeltaObject;
import insideinformer.store.KeyException;
import insideinformer.store.Store;
import insideinformer.store.StoreException;
import java.util.Optional;

/**
 * What every informer does with the changes of one object.
 *
 * <p>Upstream: {@code tools/cache/controller.go, processDeltas}.
 */
public final class Processing {

    private Processing() {}

    /**
     * Applies the changes to the store, oldest first, and tells the handler of each one, on this thread, after the
     * store knows it. What the store knew before decides between add and update, not the type of the change. What the
     * handler throws comes out, and the changes after it are neither stored nor told.
     *
     * @throws StoreException the store refused a change: the handler did not hear of it, nor of those after it
     * @throws IllegalArgumentException if another change than a deletion carries a tombstone
     */
    // tag::process-deltas[]
    public static <T extends KubernetesObject> void processDeltas(
            ResourceEventHandler<T> handler, Store<T> clientState, Deltas<T> deltas,
            boolean isInInitialList) throws StoreException {
        for (Delta<T> delta : deltas) {
            switch (delta.type()) {
                case SYNC, REPLACED, ADDED, UPDATED -> {
                    T obj = live(delta);
                    Optional<T> old = stored(clientState, obj);
                    if (old.isPresent()) {
                        clientState.update(obj);
                        handler.onUpdate(old.get(), obj);
                    } else {
                        clientState.add(obj);
                        handler.onAdd(obj, isInInitialList);
                    }
                }
                case DELETED -> {
                    clientState.delete(delta.object());
                    handler.onDelete(DeletedObject.of(delta.object()));
                }
            }
        }
    }
    // end::process-deltas[]

    private static <T> T live(Delta<T> delta) {
        if (delta.object() instanceof DeltaObject.Live<T> live) {
            return live.value();
        }
        throw new IllegalArgumentException(
                delta + " carries a tombstone, which only a Deleted delta may; the queue must pass the object itself");
    }

    /** A failed lookup counts as not there: if the object has no key, adding it fails next. */
    private static <T> Optional<T> stored(Store<T> clientState, T obj) {
        try {
            return clientState.get(obj);
        } catch (KeyException e) {
            return Optional.empty();
        }
    }
}
