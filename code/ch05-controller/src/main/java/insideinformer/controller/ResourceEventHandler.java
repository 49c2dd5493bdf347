package insideinformer.controller;

import insideinformer.api.KubernetesObject;
import insideinformer.store.DeletedObject;

/**
 * Hears what happened to the objects of an informer. The objects are shared with the store and with every other
 * handler: they must not be changed.
 *
 * <p>A handler is called by one thread at a time, in the order of the events, and only after the store has been
 * changed; the store may be further on than the event. It must return soon: what it does not do while it is called, a
 * work queue does later. A handler that fails is treated by its own or the informer's {@link
 * insideinformer.wait.CrashPolicy}; the event is not repeated. A shared informer calls it without any lock, an {@link
 * Informer} under the queue's.
 *
 * <p>Upstream: {@code tools/cache/controller.go, ResourceEventHandler}.
 */
public interface ResourceEventHandler<T extends KubernetesObject> {

    /**
     * @param isInInitialList whether the object belongs to the present that the handler is first shown, not to the news
     */
    void onAdd(T obj, boolean isInInitialList);

    /**
     * The object changed, or is shown again: after a resync {@code oldObj} and {@code newObj} are the same instance,
     * after a list that found nothing new their resourceVersions are equal. Several changes may have become one, and so
     * may a deletion and a new object of the same name: then the uids differ, and it is a deletion and an addition to
     * whoever cares for the one object and not for the name.
     */
    void onUpdate(T oldObj, T newObj);

    /**
     * The object is gone: {@code obj} has its last state, or, if the deletion was missed, a tombstone with the last one
     * known, if any.
     */
    void onDelete(DeletedObject<T> obj);
}
