package insideinformer.controller;

import insideinformer.api.KubernetesObject;
import insideinformer.store.DeletedObject;

/**
 * Your code: an informer tells it what happened to the objects. The objects are shared with the store and with every
 * other handler, so a handler must not change them.
 *
 * <p>A handler is called by one thread at a time, in the order of the events. The store was changed before, and it can
 * already be newer than the event. A handler must return soon, so it usually only puts a key into a work queue. If it
 * throws, its own or the informer's {@link insideinformer.wait.CrashPolicy} decides, and the event is not repeated. A
 * shared informer calls it without any lock, an {@link Informer} under the queue's lock.
 *
 * <p>Upstream: {@code tools/cache/controller.go, ResourceEventHandler}.
 */
public interface ResourceEventHandler<T extends KubernetesObject> {

    /**
     * The object is there.
     *
     * @param isInInitialList whether it was there already when the handler was added or the informer started
     */
    void onAdd(T obj, boolean isInInitialList);

    /**
     * The object changed, or it is shown again. In a resync, {@code oldObj} and {@code newObj} are the same instance.
     * After a list that found nothing new, their resourceVersions are equal. One call can stand for several changes. If
     * the uids differ, the object was deleted and another one of the same name was created.
     */
    void onUpdate(T oldObj, T newObj);

    /**
     * The object is gone. {@code obj} has its last state. If the informer missed the deletion, {@code obj} is a
     * tombstone with the last state that is known, if any.
     */
    void onDelete(DeletedObject<T> obj);
}
