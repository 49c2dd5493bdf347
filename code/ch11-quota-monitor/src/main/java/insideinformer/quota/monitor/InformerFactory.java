package insideinformer.quota.monitor;

import insideinformer.api.ApiResource;
import insideinformer.api.KubernetesObject;
import insideinformer.factory.GenericInformer;
import insideinformer.factory.SharedInformerFactory;
import insideinformer.wait.Context;

/**
 * Where a monitor gets its informers. They are the shared ones, so that a resource that somebody watches already gets
 * no second watch.
 *
 * <p>Upstream: {@code k8s.io/controller-manager/pkg/informerfactory, InformerFactory}.
 */
public interface InformerFactory {

    /** The shared informer of a resource. Throws an unchecked exception if there cannot be one. */
    <T extends KubernetesObject> GenericInformer<T> forResource(ApiResource<T> resource);

    /** Starts the informers that do not run yet; they run until {@code stop} ends. */
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
