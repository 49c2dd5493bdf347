package insideinformer.sharedinformer;

import insideinformer.api.KubernetesObject;
import insideinformer.controller.ResourceEventHandler;
import insideinformer.processor.Notification;
import insideinformer.processor.SharedProcessor;
import insideinformer.store.DeletedObject;

/**
 * Is told what was done to the store of an informer, and hands it to the listeners. Its caller holds {@code
 * blockDeltas}.
 *
 * <p>Upstream: {@code tools/cache/shared_informer.go, sharedIndexInformer.OnAdd, OnUpdate, OnDelete}.
 */
record Distributor<T extends KubernetesObject>(
        SharedProcessor<T> processor, MutationDetector<T> cacheMutationDetector) implements ResourceEventHandler<T> {

    // tag::distributor[]
    @Override
    public void onAdd(T obj, boolean isInInitialList) {
        cacheMutationDetector.addObject(obj); // before anybody can change it
        processor.distribute(new Notification.Add<>(obj, isInInitialList), false);
    }

    @Override
    public void onUpdate(T oldObj, T newObj) {
        cacheMutationDetector.addObject(newObj);
        boolean isSync = resourceVersion(oldObj).equals(resourceVersion(newObj));
        processor.distribute(new Notification.Update<>(oldObj, newObj), isSync);
    }

    @Override
    public void onDelete(DeletedObject<T> obj) {
        processor.distribute(new Notification.Delete<>(obj), false);
    }
    // end::distributor[]

    private static String resourceVersion(KubernetesObject obj) {
        String version = obj.metadata().resourceVersion();
        return version == null ? "" : version;
    }
}
