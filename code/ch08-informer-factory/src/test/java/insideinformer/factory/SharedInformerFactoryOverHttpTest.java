package insideinformer.factory;

import static org.assertj.core.api.Assertions.assertThat;

import insideinformer.api.ApiResource;
import insideinformer.api.GroupVersionResource;
import insideinformer.api.ObjectMeta;
import insideinformer.api.Unstructured;
import insideinformer.apiserver.ApiServer;
import insideinformer.apiserver.faults.Failure;
import insideinformer.apiserver.faults.LastingFault;
import insideinformer.client.RestClient;
import insideinformer.selectors.LabelSelector;
import insideinformer.testing.Spec;
import insideinformer.wait.Cancellable;
import insideinformer.wait.Context;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A factory against a server over HTTP. */
class SharedInformerFactoryOverHttpTest {

    private static final ApiResource<Unstructured> CONFIG_MAPS =
            ApiResource.unstructured(ApiResource.CONFIG_MAPS.gvr(), "ConfigMap", true);

    private final Cancellable context = Context.background().withCancel();
    private ApiServer server;
    private RestClient client;
    private SharedInformerFactory factory;

    @BeforeEach
    void start() throws Exception {
        server = ApiServer.builder().port(0).build().start();
        client = new RestClient(server.uri());
        factory = new SharedInformerFactory(client, Duration.ZERO, FactoryOptions.DEFAULT);
    }

    @AfterEach
    void close() throws Exception {
        context.cancel();
        factory.shutdown();
        server.awaitOpenWatches(0);
        client.close();
        server.close();
    }

    private SyncResult waitAtMost(Cancellable patience) throws Exception {
        CompletableFuture<SyncResult> waiting =
                CompletableFuture.supplyAsync(() -> factory.waitForCacheSyncResult(patience));
        return waiting.get(30, TimeUnit.SECONDS);
    }

    @Test
    @Spec({"IF-24", "W19"})
    void any_kind_that_the_server_has_can_be_watched() throws Exception {
        client.resource(CONFIG_MAPS).inNamespace("default").create(context, new Unstructured(
                "v1", "ConfigMap", ObjectMeta.named("default", "opening-hours"), Map.of()));
        factory.pods().informer();
        factory.namespaces().informer();
        GenericInformer<Unstructured> configMaps = factory.forResource(CONFIG_MAPS);

        factory.start(context);

        assertThat(waitAtMost(context).asError()).isEmpty();
        assertThat(factory.namespaces().lister().list(LabelSelector.everything()))
                .extracting(n -> n.metadata().name()).contains("default", "kube-system");
        assertThat(configMaps.lister().byNamespace("default").get("opening-hours").metadata().uid()).isNotNull();
        assertThat(factory.pods().lister().list(LabelSelector.everything())).isEmpty();
        server.awaitOpenWatches(3);
    }

    /** controller-runtime#1653: an informer whose kind is forbidden was waited for without end and without a reason. */
    @Test
    @Spec("C8")
    void who_waits_with_a_deadline_learns_who_is_missing_and_why() throws Exception {
        String refusal = "configmaps is forbidden: User \"lantern\" cannot list resource \"configmaps\"";
        try (LastingFault forbidden = server.faults().fail(
                request -> request.is("list", "configmaps"), Failure.status(403, "Forbidden", refusal))) {
            factory.pods().informer();
            factory.forResource(CONFIG_MAPS);
            factory.start(context);
            server.faults().awaitRequests(request -> request.is("list", "configmaps"), 1);
            while (factory.forResource(CONFIG_MAPS).informer().lastFailure().isEmpty()
                    || !factory.pods().informer().hasSynced()) {
                Thread.yield();
            }
            Cancellable patience = Context.background().withCancel();
            patience.cancel();

            SyncResult result = waitAtMost(patience);

            assertThat(result.synced()).isEqualTo(
                    Map.of(ApiResource.PODS.gvr(), true, ApiResource.CONFIG_MAPS.gvr(), false));
            assertThat(result.asError()).get().satisfies(e -> assertThat(e)
                    .hasMessageStartingWith("failed to sync all caches: configmaps: context canceled; configmaps: ")
                    .hasMessageContaining(refusal));
        }
    }

    @Test
    @Spec("IF-24")
    void a_kind_that_the_server_does_not_have_shows_up_as_one_that_never_syncs() throws Exception {
        GroupVersionResource lamps = new GroupVersionResource("lantern.example", "v1", "lamps");
        GenericInformer<Unstructured> unknown = factory.forResource(ApiResource.unstructured(lamps, "Lamp", true));
        factory.start(context);
        while (unknown.informer().lastFailure().isEmpty()) {
            Thread.yield();
        }
        Cancellable patience = Context.background().withCancel();
        patience.cancel();

        SyncResult result = waitAtMost(patience);

        assertThat(result.synced()).isEqualTo(Map.of(lamps, false));
        assertThat(result.failures()).containsOnlyKeys(lamps);
    }
}
