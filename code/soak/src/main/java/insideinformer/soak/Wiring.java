package insideinformer.soak;

import insideinformer.api.KubernetesObject;
import insideinformer.client.ListerWatcher;
import insideinformer.controller.ResourceEventHandler;
import insideinformer.deltafifo.QueueFactory;
import insideinformer.sharedinformer.SharedIndexInformer;

/** The seams of an informer. A test puts something faulty there, to see whether a run finds it. */
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
