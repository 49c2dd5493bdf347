package insideinformer.processor;

import insideinformer.api.KubernetesObject;
import insideinformer.store.DeletedObject;
import insideinformer.store.DeltaObject;

/**
 * One call of a handler that has not been made yet. {@link insideinformer.controller.ResourceEventHandler} says what
 * the components mean. The text form names the object and shows nothing of its content, because it goes into logs.
 *
 * <p>Upstream: {@code tools/cache/shared_informer.go, addNotification, updateNotification, deleteNotification}.
 */
public sealed interface Notification<T extends KubernetesObject> {

    record Add<T extends KubernetesObject>(T newObj, boolean isInInitialList) implements Notification<T> {
        @Override
        public String toString() {
            return "add of " + key(newObj) + (isInInitialList ? ", initial" : "");
        }
    }

    record Update<T extends KubernetesObject>(T oldObj, T newObj) implements Notification<T> {
        @Override
        public String toString() {
            return "update of " + key(newObj);
        }
    }

    record Delete<T extends KubernetesObject>(DeletedObject<T> oldObj) implements Notification<T> {
        @Override
        public String toString() {
            return "delete of " + oldObj.key();
        }
    }

    private static <T extends KubernetesObject> String key(T object) {
        return DeletedObject.of(new DeltaObject.Live<>(object)).key(); // unlike a key function, this cannot fail
    }
}
