package insideinformer.benchmarks;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/** The informer of fabric8's client, with its own choice of an HTTP client. */
final class Fabric8Informer implements Subject {

    private @Nullable KubernetesClient client;
    private @Nullable SharedIndexInformer<Pod> informer;

    @Override
    public void start(URI server, Counts counts) {
        KubernetesClient made = new KubernetesClientBuilder()
                .withConfig(new ConfigBuilder(io.fabric8.kubernetes.client.Config.empty())
                        .withMasterUrl(server.toString())
                        .withOnlyHttpWatches(true) // the canned server speaks no WebSocket
                        .build())
                .build();
        client = made;
        SharedIndexInformer<Pod> pods = made.pods().inAnyNamespace().runnableInformer(0);
        pods.addEventHandler(new ResourceEventHandler<>() {
            @Override
            public void onAdd(Pod obj) {
                counts.added();
            }

            @Override
            public void onUpdate(Pod oldObj, Pod newObj) {
                counts.updated();
            }

            @Override
            public void onDelete(Pod obj, boolean deletedFinalStateUnknown) {}
        });
        pods.start();
        informer = pods;
    }

    @Override
    public int stored() {
        return informer == null ? 0 : informer.getIndexer().listKeys().size();
    }

    @Override
    public void close() {
        if (informer != null) {
            informer.stop();
        }
        if (client != null) {
            client.close();
        }
    }
}
