package insideinformer.quota.monitor;

import insideinformer.api.ApiResource;
import insideinformer.api.KubernetesObject;
import insideinformer.factory.GenericInformer;
import insideinformer.factory.SharedInformerFactory;
import insideinformer.wait.Context;

/**
 * Where a monitor gets its informers: the shared ones, so that it opens no watch of its own for what others watch already.
 *
 * <p>Upstream: {@code k8s.io/controller-manager/pkg/informerfactory, InformerFactory}.
 */
public interface InformerFactory {

    /** The shared informer of a resource; throws unchecked what speaks against having one. */
    <T extends KubernetesObject> GenericInformer<T> forResource(ApiResource<T> resource);

    /** Runs those informers that do not run yet, until {@code stop} ends. */
    void start(Context stop);

    static InformerFactory of(SharedInformerFactory factory) {
        return new InformerFactory() {
            @Override
            public <T extends KubernetesObject> GenericInformer<T> forResource(ApiResource<T> resource) {
                return factory.forResource(resource);
            }

            @Override
            public void start(Context stop) {
                factory.start(stop);
            }
        };
    }
}
