package insideinformer.factory;

import insideinformer.api.KubernetesObject;
import insideinformer.client.Client;
import insideinformer.sharedinformer.SharedIndexInformer;
import java.time.Duration;

/**
 * Makes an informer for a factory, which holds its lock meanwhile: it must not call the factory.
 *
 * <p>Upstream: {@code informers/internalinterfaces, NewInformerFunc}.
 */
@FunctionalInterface
public interface NewInformerFunc<T extends KubernetesObject> {

    SharedIndexInformer<T> create(Client client, Duration resyncPeriod);
}
