package insideinformer.factory;

import insideinformer.api.KubernetesObject;
import insideinformer.client.Client;
import insideinformer.sharedinformer.SharedIndexInformer;
import java.time.Duration;

/**
 * Makes an informer for a factory, which holds its lock meanwhile: to ask it for an informer from here, or to make it
 * run or await any, is an {@link IllegalStateException}.
 *
 * <p>Upstream: {@code informers/internalinterfaces, NewInformerFunc}.
 */
@FunctionalInterface
public interface NewInformerFunc<T extends KubernetesObject> {

    /**
     * @param resyncPeriod that of the kind, or the factory's own; zero: no resync
     * @return one that does not run, and that the factory will run
     */
    SharedIndexInformer<T> create(Client client, Duration resyncPeriod);
}
