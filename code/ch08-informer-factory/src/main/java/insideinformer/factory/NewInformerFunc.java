package insideinformer.factory;

import insideinformer.api.KubernetesObject;
import insideinformer.client.Client;
import insideinformer.sharedinformer.SharedIndexInformer;
import java.time.Duration;

/**
 * Makes an informer for a factory. The factory holds its lock meanwhile, so asking it for an informer from here, or
 * starting or awaiting one, is an {@link IllegalStateException}.
 *
 * <p>Upstream: {@code informers/internalinterfaces, NewInformerFunc}.
 */
@FunctionalInterface
public interface NewInformerFunc<T extends KubernetesObject> {

    /**
     * @param resyncPeriod the one of this kind, or else the factory's own; zero: no resync
     * @return an informer that nobody has run; the factory will
     */
    SharedIndexInformer<T> create(Client client, Duration resyncPeriod);
}
