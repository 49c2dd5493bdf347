package insideinformer.benchmarks;

import insideinformer.api.ApiResource;
import insideinformer.api.Pod;
import insideinformer.client.RestClient;
import insideinformer.controller.ResourceEventHandler;
import insideinformer.sharedinformer.SharedIndexInformer;
import insideinformer.sharedinformer.SharedIndexInformerOptions;
import insideinformer.store.DeletedObject;
import insideinformer.wait.Cancellable;
import insideinformer.wait.Context;
import insideinformer.wait.Group;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The informer of this project. */
final class OurInformer implements Subject {

    private final Cancellable running = Context.background().withCancel();
    private final Group threads = new Group();
    private @Nullable RestClient client;
    private @Nullable SharedIndexInformer<Pod> informer;

    @Override
    public void start(URI server, Counts counts) throws IOException {
        RestClient rest = new RestClient(server);
        SharedIndexInformer<Pod> pods = SharedIndexInformer.of(
                rest.resource(ApiResource.PODS), Pod.class, SharedIndexInformerOptions.<Pod>resyncing(Duration.ZERO));
        pods.addEventHandler(new ResourceEventHandler<>() {
            @Override
            public void onAdd(Pod obj, boolean isInInitialList) {
                counts.added();
            }

            @Override
            public void onUpdate(Pod oldObj, Pod newObj) {
                counts.updated();
            }

            @Override
            public void onDelete(DeletedObject<Pod> obj) {}
        });
        threads.start("informer", () -> pods.run(running));
        client = rest;
        informer = pods;
    }

    @Override
    public int stored() {
        return informer == null ? 0 : informer.getStore().listKeys().size();
    }

    @Override
    public void close() {
        running.cancel();
        threads.awaitAll();
        if (client != null) {
            client.close();
        }
    }
}
