package insideinformer.processor;

import insideinformer.api.KubernetesObject;
import insideinformer.store.DeletedObject;

/**
 * One call of a handler, on its way there.
 *
 * <p>Upstream: {@code tools/cache/shared_informer.go, addNotification, updateNotification, deleteNotification}.
 */
public sealed interface Notification<T extends KubernetesObject> {

    record Add<T extends KubernetesObject>(T newObj, boolean isInInitialList) implements Notification<T> {}

    record Update<T extends KubernetesObject>(T oldObj, T newObj) implements Notification<T> {}

    record Delete<T extends KubernetesObject>(DeletedObject<T> oldObj) implements Notification<T> {}
}
