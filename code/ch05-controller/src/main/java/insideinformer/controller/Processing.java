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
 * What every informer does with the changes of one object: it writes the store and then tells the handler.
 *
 * <p>Upstream: {@code tools/cache/controller.go, processDeltas}.
 */
public final class Processing {

    private Processing() {}

    /**
     * Applies the changes to the store, oldest first. After each one it tells the handler, on this thread. If the store
     * had the object before, the handler is told an update, otherwise an add; the type of the change does not matter.
     * If the handler throws, the caller gets the exception, and the later changes are neither stored nor told.
     *
     * <p>If an index function fails on a state, the store refuses that state, and it is kept in {@code refused}. The
     * handler is told the object when the store takes a later state: as an update of the state that the store has, or
     * as an add if it has none. If the object is deleted before and the store never had it, the handler is told
     * nothing.
     *
     * @throws StoreException if the store refused a change otherwise; the handler was told neither this change nor the
     *     later ones
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

    /** @return false if an index function failed on the object */
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

    private static <T extends KubernetesObject> T live(Delta<T> delta) {
        if (delta.object() instanceof DeltaObject.Live<T> live) {
            return live.value();
        }
        throw new IllegalArgumentException("the " + delta.type() + " delta of " + DeletedObject.of(delta.object()).key()
                + " carries a tombstone, which only a Deleted delta may; the queue must pass the object itself");
    }

    /** A failed lookup counts as absent: if the object has no key, adding it fails next. */
    private static <T> Optional<T> stored(Store<T> clientState, T obj) {
        try {
            return clientState.get(obj);
        } catch (KeyException e) {
            return Optional.empty();
        }
    }
}
