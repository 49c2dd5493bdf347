package insideinformer.factory;

import insideinformer.api.KubernetesObject;
import insideinformer.sharedinformer.SharedIndexInformer;
import insideinformer.store.GenericLister;

/**
 * The informer and the lister of one kind of object. The factory makes the informer when somebody first asks for one of
 * the two; before that, it has none to start. Both methods can be called from any thread, at any time.
 *
 * <p>Upstream: {@code informers/generic.go, GenericInformer}, and the typed informers such as {@code PodInformer}.
 */
public interface GenericInformer<T extends KubernetesObject> {

    /**
     * The factory's only informer of this kind, made now if there is none yet. It runs after the factory's next start.
     *
     * @throws IllegalArgumentException if the factory has it for another class of objects
     * @throws IllegalStateException if called from a {@link NewInformerFunc}
     */
    SharedIndexInformer<T> informer();

    /** Reads from the store of {@link #informer}, which it makes, too. It is not complete before that one is synced. */
    GenericLister<T> lister();
}
