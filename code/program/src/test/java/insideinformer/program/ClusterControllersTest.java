package insideinformer.program;

import static org.assertj.core.api.Assertions.assertThat;

import insideinformer.api.ApiErrors;
import insideinformer.api.ApiException;
import insideinformer.api.ApiResource;
import insideinformer.api.GroupVersionResource;
import insideinformer.api.ListOptions;
import insideinformer.api.Namespace;
import insideinformer.api.ObjectMeta;
import insideinformer.api.PersistentVolumeClaim;
import insideinformer.api.Pod;
import insideinformer.api.Unstructured;
import insideinformer.apiserver.ApiServer;
import insideinformer.client.RestClient;
import insideinformer.json.Json;
import insideinformer.testing.LiveThreads;
import insideinformer.wait.Cancellable;
import insideinformer.wait.Clock;
import insideinformer.wait.Context;
import insideinformer.wait.Group;
import insideinformer.wait.Wait;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every namespace has, what ephemeral volumes need, and what goes with its owner. */
class ClusterControllersTest {

    private static final ApiResource<Unstructured> ACCOUNTS =
            ApiResource.unstructured(new GroupVersionResource("", "v1", "serviceaccounts"), "ServiceAccount", true);
    private static final String EPHEMERAL = "{'metadata':{'name':'cart'},'spec':{'containers':[{'name':'c','image':'c'}],"
            + "'volumes':[{'name':'none','emptyDir':{}},{'name':'tmp','ephemeral':{'volumeClaimTemplate':{'metadata':"
            + "{'labels':{'part':'tmp'}},'spec':{'resources':{'requests':{'storage':'1Gi'}}}}}}]}}";

    private final Cancellable context = Context.background().withCancel();
    private final Group threads = new Group();
    private final List<String> reports = new CopyOnWriteArrayList<>();
    private ApiServer server;
    private RestClient client;
    private ClusterControllers controllers;

    @BeforeEach
    void start() throws Exception {
        server = ApiServer.builder().build().start();
        client = new RestClient(server.uri());
        controllers = new ClusterControllers(client, Clock.system(), reports::add);
        threads.start("test runs controllers", () -> controllers.run(context));
    }

    @AfterEach
    void stop() {
        context.cancel();
        threads.awaitAll();
        client.close();
        server.close();
    }

    private interface Condition {
        boolean isMet() throws Exception;
    }

    private static void until(Condition condition) throws Exception {
        Wait.<Exception>pollImmediateUntil(Context.background(), Clock.system(), Duration.ofMillis(10), c -> condition
                .isMet());
    }

    private static Pod pod(String json) {
        return Json.MAPPER.readValue(json.replace('\'', '"'), Pod.class);
    }

    private List<PersistentVolumeClaim> claims() throws Exception {
        return client.resource(ApiResource.PERSISTENT_VOLUME_CLAIMS).list(context, ListOptions.EMPTY).items();
    }

    private boolean isThere(ApiResource<?> resource, String name) throws Exception {
        try {
            client.resource(resource).inNamespace("shop").get(context, name);
            return true;
        } catch (ApiException e) {
            assertThat(ApiErrors.isNotFound(e)).isTrue();
            return false;
        }
    }

    @Test
    void a_stop_ends_a_write_that_the_server_does_not_answer() throws Exception {
        ApiResource<Unstructured> jobs =
                ApiResource.unstructured(new GroupVersionResource("batch", "v1", "jobs"), "Job", true);
        server.faults().delay(request -> request.is("create", "pods"), Duration.ofHours(1));
        client.resource(jobs).inNamespace("default").create(context, Json.MAPPER.readValue("""
                {"metadata":{"name":"move"},"spec":{"template":{"spec":{"restartPolicy":"Never",
                "containers":[{"name":"c","image":"c"}]}}}}""", Unstructured.class));
        server.faults().awaitRequests(request -> request.is("create", "pods"), 1);

        context.cancel();
        threads.awaitAll();

        assertThat(LiveThreads.named("workload stand-in")).isEmpty();
        assertThat(reports).isEmpty();
    }

    @Test
    void every_namespace_has_an_account_and_the_certificate_and_gets_them_again() throws Exception {
        client.resource(ApiResource.NAMESPACES).create(context,
                new Namespace("v1", "Namespace", ObjectMeta.named("", "shop"), null, Map.of()));
        until(() -> controllers.unfinishedNamespaces(context).isEmpty());
        assertThat(isThere(ACCOUNTS, "default")).isTrue();
        assertThat(isThere(ApiResource.CONFIG_MAPS, "kube-root-ca.crt")).isTrue();

        client.resource(ACCOUNTS).inNamespace("shop").delete(context, "default");
        client.resource(ApiResource.CONFIG_MAPS).inNamespace("shop").delete(context, "kube-root-ca.crt");

        until(() -> isThere(ACCOUNTS, "default") && isThere(ApiResource.CONFIG_MAPS, "kube-root-ca.crt"));
        client.resource(ApiResource.NAMESPACES).delete(context, "shop");
        until(() -> client.resource(ApiResource.NAMESPACES).list(context, ListOptions.EMPTY).items().stream()
                .noneMatch(namespace -> "shop".equals(namespace.metadata().name())));
        assertThat(reports).isEmpty();
    }

    @Test
    void an_ephemeral_volume_gets_a_claim_that_goes_with_its_pod() throws Exception {
        Pod pod = client.resource(ApiResource.PODS).inNamespace("default").create(context, pod(EPHEMERAL));
        until(() -> controllers.unfinished(context).isEmpty());

        assertThat(claims()).singleElement().satisfies(claim -> {
            assertThat(claim.metadata().name()).isEqualTo("cart-tmp");
            assertThat(claim.metadata().labels()).isEqualTo(Map.of("part", "tmp"));
            assertThat(claim.metadata().ownerReferences().getFirst().uid()).isEqualTo(pod.metadata().uid());
        });
        client.resource(ApiResource.PODS).inNamespace("default").delete(context, "cart");

        until(() -> controllers.unfinished(context).isEmpty());
        assertThat(claims()).isEmpty();
    }

    @Test
    void a_claim_of_somebody_else_is_told_once() throws Exception {
        client.resource(ApiResource.PERSISTENT_VOLUME_CLAIMS).inNamespace("default").create(context,
                Json.MAPPER.readValue("{\"metadata\":{\"name\":\"cart-tmp\"}}", PersistentVolumeClaim.class));
        client.resource(ApiResource.PODS).inNamespace("default").create(context, pod(EPHEMERAL));

        until(() -> controllers.unfinished(context).isEmpty());

        assertThat(reports).containsExactly("Pod default/cart lacks a claim: persistentvolumeclaims \"cart-tmp\" already"
                + " exists and does not belong to it; rename one of them");
    }

    @Test
    void an_object_whose_owner_was_never_there_goes_and_one_of_an_unknown_owner_stays() throws Exception {
        for (String owner : List.of("apps/v1 ReplicaSet", "shop.example/v1 Lamp")) {
            String[] parts = owner.split(" ");
            client.resource(ApiResource.PODS).inNamespace("default").create(context, pod("{'metadata':{'name':'of-"
                    + parts[1].toLowerCase(java.util.Locale.ROOT) + "','ownerReferences':[{'apiVersion':'" + parts[0]
                    + "','kind':'" + parts[1] + "','name':'x','uid':'1'}]},"
                    + "'spec':{'containers':[{'name':'c','image':'c'}]}}"));
        }

        until(() -> controllers.unfinished(context).isEmpty());

        assertThat(client.resource(ApiResource.PODS).list(context, ListOptions.EMPTY).items())
                .extracting(pod -> pod.metadata().name()).containsExactly("of-lamp");
    }
}
