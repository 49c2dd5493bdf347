package insideinformer.soak;

import insideinformer.api.KubernetesObject;
import insideinformer.client.ListerWatcher;
import insideinformer.controller.ResourceEventHandler;
import insideinformer.deltafifo.QueueFactory;
import insideinformer.sharedinformer.SharedIndexInformer;

/** The places where a test replaces a part of an informer with a faulty one, to see whether a run finds the fault. */
interface Wiring {

    Wiring PLAIN = new Wiring() {};

    default <T extends KubernetesObject> ListerWatcher<T> source(ListerWatcher<T> source) {
        return source;
    }

    default QueueFactory queues() {
        return QueueFactory.DELTA_FIFO;
    }

    default <T extends KubernetesObject> SharedIndexInformer<T> informer(SharedIndexInformer<T> informer) {
        return informer;
    }

    default <T extends KubernetesObject> ResourceEventHandler<T> handler(ResourceEventHandler<T> handler) {
        return handler;
    }
}
