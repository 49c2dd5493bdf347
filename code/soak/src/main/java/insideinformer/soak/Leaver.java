package insideinformer.soak;

import insideinformer.api.KubernetesObject;
import insideinformer.controller.ResourceEventHandler;
import insideinformer.processor.ResourceEventHandlerRegistration;
import insideinformer.sharedinformer.SharedIndexInformer;
import insideinformer.store.DeletedObject;
import org.jspecify.annotations.Nullable;

/** A handler that removes itself from inside a call after so many calls. That call must be its last. */
final class Leaver<T extends KubernetesObject> implements ResourceEventHandler<T> {

    private final Witness<T> witness;
    private final SharedIndexInformer<T> informer;
    private final int leavesAfter; // calls
    private volatile @Nullable ResourceEventHandlerRegistration registration; // null until it is known
    private int calls; // only the thread that calls it touches this

    Leaver(Witness<T> witness, SharedIndexInformer<T> informer, int leavesAfter) {
        this.witness = witness;
        this.informer = informer;
        this.leavesAfter = leavesAfter;
    }

    /** Gives it its registration, without which it cannot leave. */
    void joined(ResourceEventHandlerRegistration its) {
        registration = its;
    }

    @Override
    public void onAdd(T obj, boolean isInInitialList) {
        pass(() -> witness.onAdd(obj, isInInitialList));
    }

    @Override
    public void onUpdate(T oldObj, T newObj) {
        pass(() -> witness.onUpdate(oldObj, newObj));
    }

    @Override
    public void onDelete(DeletedObject<T> obj) {
        pass(() -> witness.onDelete(obj));
    }

    private void pass(Runnable call) {
        try {
            call.run();
        } finally {
            ResourceEventHandlerRegistration its = registration;
            if (++calls >= leavesAfter && its != null) {
                informer.removeEventHandler(its);
                witness.leave();
            }
        }
    }
}
