package insideinformer.controller;

import insideinformer.api.KubernetesObject;
import insideinformer.deltafifo.Delta;
import insideinformer.deltafifo.Deltas;
import insideinformer.store.DeletedObject;
import insideinformer.store.DeltaObject;
import insideinformer.store.IndexFunctionException;
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
     * <p>A state that an index function makes the store refuse is skipped and kept in {@code refused}. The handler
     * hears of the object when the store takes a later state of it: as an update from the state that the store has, or
     * as an add if it has none. If the object is deleted first and the store never had it, the handler hears nothing.
     *
     * @throws StoreException the store refused a change: the handler did not hear of it, nor of those after it
     * @throws IllegalArgumentException if another change than a deletion carries a tombstone
     */
    // tag::process-deltas[]
    public static <T extends KubernetesObject> void processDeltas(
            ResourceEventHandler<T> handler, Store<T> clientState,
            RefusedObjects<T> refused, Deltas<T> deltas, boolean isInInitialList)
            throws StoreException {
        for (Delta<T> delta : deltas) {
            String key = DeletedObject.of(delta.object()).key();
            switch (delta.type()) {
                case SYNC, REPLACED, ADDED, UPDATED -> {
                    T obj = live(delta);
                    Optional<T> old = stored(clientState, obj);
                    if (!store(clientState, refused, key, old.isPresent(), obj)) {
                        continue;
                    }
                    if (old.isPresent()) {
                        handler.onUpdate(old.get(), obj);
                    } else {
                        handler.onAdd(obj, isInInitialList);
                    }
                }
                case DELETED -> {
                    boolean neverStored = refused.remove(key)
                            && clientState.getByKey(key).isEmpty();
                    clientState.delete(delta.object());
                    if (!neverStored) {
                        handler.onDelete(DeletedObject.of(delta.object()));
                    }
                }
            }
        }
    }
    // end::process-deltas[]

    /** @return false if an index function failed */
    private static <T extends KubernetesObject> boolean store(
            Store<T> clientState, RefusedObjects<T> refused, String key, boolean isKnown, T obj) throws StoreException {
        try {
            if (isKnown) {
                clientState.update(obj);
            } else {
                clientState.add(obj);
            }
            refused.remove(key);
            return true;
        } catch (IndexFunctionException e) {
            refused.put(key, obj, e);
            return false;
        }
    }

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
