package insideinformer.factory;

import insideinformer.api.KubernetesObject;
import insideinformer.sharedinformer.SharedIndexInformer;
import insideinformer.store.GenericLister;

/**
 * One kind of object of a factory. Asking for the informer or the lister is what makes the informer; until then the
 * factory has none to start. Both methods may be called from any thread, at any time.
 *
 * <p>Upstream: {@code informers/generic.go, GenericInformer}, and the typed informers such as {@code PodInformer}.
 */
public interface GenericInformer<T extends KubernetesObject> {

    /**
     * The factory's one informer of this kind, made now if there is none yet; it runs after the factory's next start.
     *
     * @throws IllegalArgumentException if the factory has it for another class of objects
     * @throws IllegalStateException if called from a {@link NewInformerFunc}
     */
    SharedIndexInformer<T> informer();

    /** Reads from the store of {@link #informer}, which it makes as well; not complete until that is synced. */
    GenericLister<T> lister();
}
