package insideinformer.benchmarks;

import io.kubernetes.client.informer.ResourceEventHandler;
import io.kubernetes.client.informer.SharedIndexInformer;
import io.kubernetes.client.informer.SharedInformerFactory;
import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import io.kubernetes.client.openapi.models.V1Pod;
import io.kubernetes.client.openapi.models.V1PodList;
import io.kubernetes.client.util.ClientBuilder;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/** The informer of the official Java client. */
final class OfficialInformer implements Subject {

    private @Nullable SharedInformerFactory factory;
    private @Nullable SharedIndexInformer<V1Pod> informer;

    @Override
    public void start(URI server, Counts counts) {
        ApiClient client = new ClientBuilder().setBasePath(server.toString()).build().setReadTimeout(0);
        CoreV1Api api = new CoreV1Api(client);
        SharedInformerFactory informers = new SharedInformerFactory(client);
        SharedIndexInformer<V1Pod> pods = informers.sharedIndexInformerFor(
                call -> api.listPodForAllNamespaces()
                        .resourceVersion(call.resourceVersion)
                        .timeoutSeconds(call.timeoutSeconds)
                        .watch(call.watch)
                        .buildCall(null),
                V1Pod.class, V1PodList.class);
        pods.addEventHandler(new ResourceEventHandler<>() {
            @Override
            public void onAdd(V1Pod obj) {
                counts.added();
            }

            @Override
            public void onUpdate(V1Pod oldObj, V1Pod newObj) {
                counts.updated();
            }

            @Override
            public void onDelete(V1Pod obj, boolean deletedFinalStateUnknown) {}
        });
        informers.startAllRegisteredInformers();
        factory = informers;
        informer = pods;
    }

    @Override
    public int stored() {
        return informer == null ? 0 : informer.getIndexer().listKeys().size();
    }

    @Override
    public void close() {
        if (factory != null) {
            factory.stopAllRegisteredInformers();
        }
    }
}
