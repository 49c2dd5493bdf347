package insideinformer.program;

import static org.assertj.core.api.Assertions.assertThat;

import insideinformer.api.ApiResource;
import insideinformer.api.GroupVersionResource;
import insideinformer.api.KubernetesObject;
import insideinformer.api.ListOptions;
import insideinformer.api.Namespace;
import insideinformer.api.ObjectMeta;
import insideinformer.api.Pod;
import insideinformer.api.ResourceQuota;
import insideinformer.api.Unstructured;
import insideinformer.apiserver.ApiServer;
import insideinformer.apiserver.admission.QuotaAdmission;
import insideinformer.apiserver.faults.LastingFault;
import insideinformer.client.ResourceClient;
import insideinformer.client.RestClient;
import insideinformer.json.Json;
import insideinformer.wait.Cancellable;
import insideinformer.wait.Clock;
import insideinformer.wait.Context;
import insideinformer.wait.Group;
import insideinformer.wait.Wait;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.ObjectNode;

class WorkloadStandInTest {

    private static final String TEMPLATE = "'template':{'metadata':{'labels':{'app':'cart'},'annotations':{'a':'b'}},"
            + "'spec':{'containers':[{'name':'c','image':'c'}]}}";

    private final Cancellable context = Context.background().withCancel();
    private final Group threads = new Group();
    private final List<String> reports = new CopyOnWriteArrayList<>();
    private ApiServer server;
    private RestClient client;
    private ClusterControllers standIn;

    @BeforeEach
    void start() throws Exception {
        server = ApiServer.builder().admission(new QuotaAdmission(Clock.system())).build().start();
        client = new RestClient(server.uri());
        client.resource(ApiResource.NAMESPACES).create(context, new Namespace("v1", "Namespace", ObjectMeta.named("",
                "shop"), null, Map.of()));
        standIn = new ClusterControllers(client, Clock.system(), reports::add);
        threads.start("test runs stand-in", () -> standIn.run(context));
    }

    @AfterEach
    void stop() {
        context.cancel();
        threads.awaitAll();
        client.close();
        server.close();
    }

    private static ApiResource<Unstructured> kind(String kind) {
        return ApiResource.unstructured(new GroupVersionResource(
                kind.equals("Job") ? "batch" : kind.equals("ReplicationController") ? "" : "apps", "v1", kind.toLowerCase(java.util.Locale.ROOT) + "s"), kind,
                        true);
    }

    private <T extends KubernetesObject> ResourceClient<T> in(ApiResource<T> resource) {
        return client.resource(resource).inNamespace("shop");
    }

    private static <T> T read(Class<T> type, String json) {
        return Json.MAPPER.readValue(json.replace('\'', '"'), type);
    }

    private static Unstructured workload(String spec) {
        return read(Unstructured.class,
                "{'metadata':{'name':'cart'},'spec':{'selector':{'matchLabels':{'app':'cart'}}," + spec + TEMPLATE
                + "}}");
    }

    private List<String> pods() throws Exception {
        return in(ApiResource.PODS).list(context, ListOptions.EMPTY).items().stream().map(p -> p.metadata().name())
                .sorted().toList();
    }

    private void untilPods(String... names) throws Exception {
        Wait.<Exception>pollImmediateUntil(Context.background(), Clock.system(), Duration.ofMillis(10), c -> pods()
                .equals(List.of(names)));
    }

    private void untilFinished() throws Exception {
        Wait.<Exception>pollImmediateUntil(Context.background(), Clock.system(), Duration.ofMillis(10),
                c -> standIn.unfinished(context).isEmpty());
    }

    private void untilPods(int count) throws Exception {
        Wait.<Exception>pollImmediateUntil(Context.background(), Clock.system(), Duration.ofMillis(10),
                c -> pods().size() == count);
    }

    private List<Unstructured> replicaSets() throws Exception {
        return in(kind("ReplicaSet")).list(context, ListOptions.EMPTY).items();
    }

    @ParameterizedTest
    @CsvSource(quoteCharacter = '"', delimiter = '|', textBlock = """
            Deployment            | 'replicas':2,      | 2
            Deployment            |                    | 1
            Deployment            | 'replicas':0,      | 0
            Deployment            | 'paused':true,     | 0
            ReplicaSet            | 'replicas':3,      | 3
            """)
    void a_workload_gets_as_many_pods_as_it_asks_for(String kind, String spec, int count) throws Exception {
        in(kind(kind)).create(context, workload(spec == null ? "" : spec));

        untilFinished();

        assertThat(pods()).hasSize(count).allMatch(name -> name.startsWith("cart-"));
    }

    @ParameterizedTest
    @CsvSource({"'', cart-0 cart-1", "'\"ordinals\":{\"start\":5},', cart-5 cart-6"})
    void the_pods_of_a_stateful_set_are_numbered(String spec, String names) throws Exception {
        in(kind("StatefulSet")).create(context, workload("'serviceName':'cart','replicas':2," + spec));

        untilFinished();

        assertThat(pods()).containsExactly(names.split(" "));
    }

    @Test
    void workloads_of_one_name_do_not_share_pods() throws Exception {
        for (String kind : List.of("Deployment", "ReplicaSet", "StatefulSet")) {
            in(kind(kind)).create(context, workload("'replicas':2,"));
        }
        in(kind("ReplicationController")).create(context, read(Unstructured.class,
                "{'metadata':{'name':'cart'},'spec':{'replicas':2," + TEMPLATE + "}}"));
        in(kind("Job")).create(context, read(Unstructured.class, "{'metadata':{'name':'cart'},'spec':{"
                + "'parallelism':2,'template':{'spec':{'restartPolicy':'Never','containers':[{'name':'c','image':'c'}]}}}}"));

        untilFinished();

        assertThat(in(ApiResource.PODS).list(context, ListOptions.EMPTY).items())
                .extracting(pod -> pod.metadata().ownerReferences().getFirst().kind())
                .containsExactlyInAnyOrder("ReplicaSet", "ReplicaSet", "ReplicaSet", "ReplicaSet", "StatefulSet",
                        "StatefulSet", "ReplicationController", "ReplicationController", "Job", "Job");
    }

    @Test
    void long_names_that_differ_only_at_their_end_get_pods_of_their_own() throws Exception {
        String base = "c".repeat(60);
        for (String end : List.of("-a", "-b")) {
            in(kind("ReplicaSet")).create(context, read(Unstructured.class, "{'metadata':{'name':'" + base + end
                    + "'},'spec':{'replicas':20,'selector':{'matchLabels':{'app':'cart'}}," + TEMPLATE + "}}"));
        }

        untilFinished();

        assertThat(pods()).hasSize(40).allMatch(name -> name.length() == 63);
    }

    @Test
    void a_pod_name_that_is_taken_is_told_for_a_stateful_set_and_passed_over_for_others() throws Exception {
        in(ApiResource.PODS).create(context, read(Pod.class,
                "{'metadata':{'name':'cart-1'},'spec':{'containers':[{'name':'c','image':'c'}]}}"));
        in(kind("StatefulSet")).create(context, workload("'serviceName':'cart','replicas':2,"));
        String next = GeneratedNames.of("cart-", "ReplicaSet shop/cart 1");
        in(ApiResource.PODS).create(context, read(Pod.class,
                "{'metadata':{'name':'" + next + "'},'spec':{'containers':[{'name':'c','image':'c'}]}}"));
        in(kind("ReplicaSet")).create(context, workload("'replicas':1,"));

        untilFinished();

        assertThat(pods()).hasSize(4).contains("cart-0", "cart-1", next);
        assertThat(reports).containsExactly("StatefulSet shop/cart lacks pods: pods \"cart-1\" already exists and does"
                + " not belong to it; rename one of them");
    }

    @Test
    void a_deployment_has_a_replica_set_that_has_its_pods() throws Exception {
        Unstructured deployment = in(kind("Deployment")).create(context, workload("'replicas':2,"));
        untilFinished();

        Unstructured set = replicaSets().getFirst();

        String hash = set.metadata().labels().get("pod-template-hash");
        assertThat(set.metadata().name()).isEqualTo("cart-" + hash);
        assertThat(set.metadata().labels()).containsEntry("app", "cart");
        assertThat(set.metadata().ownerReferences()).singleElement().satisfies(owner -> {
            assertThat(owner.uid()).isEqualTo(deployment.metadata().uid());
            assertThat(owner.controller()).isTrue();
        });
        assertThat(set.unknown().get("spec").tree().at("/selector/matchLabels"))
                .hasToString("{\"app\":\"cart\",\"pod-template-hash\":\"" + hash + "\"}");
        assertThat(in(ApiResource.PODS).list(context, ListOptions.EMPTY).items()).hasSize(2).allSatisfy(pod -> {
            assertThat(pod.metadata().ownerReferences().getFirst().uid()).isEqualTo(set.metadata().uid());
            assertThat(pod.metadata().labels()).containsEntry("pod-template-hash", hash);
        });
    }

    @Test
    void a_new_template_gets_a_new_replica_set_and_the_old_one_keeps_no_pods() throws Exception {
        in(kind("Deployment")).create(context, workload("'replicas':2,"));
        untilFinished();
        List<String> before = pods();

        change("Deployment", spec -> spec.withObject("/template/metadata/labels").put("track", "canary"));
        untilFinished();
        untilPods(2);

        assertThat(replicaSets()).hasSize(2)
                .extracting(set -> set.unknown().get("spec").tree().path("replicas").asInt())
                .containsExactlyInAnyOrder(0, 2);
        assertThat(pods()).doesNotContainAnyElementsOf(before);
    }

    @Test
    void a_paused_deployment_keeps_the_replica_set_that_it_has() throws Exception {
        in(kind("Deployment")).create(context, workload("'replicas':1,"));
        untilFinished();

        change("Deployment", spec -> spec.put("paused", true).put("replicas", 2)
                .withObject("/template/metadata/labels").put("track", "canary"));
        untilFinished();
        untilPods(2);
        assertThat(replicaSets()).hasSize(1);
        change("Deployment", spec -> spec.put("paused", false));
        untilFinished();

        assertThat(replicaSets()).hasSize(2);
    }

    @Test
    void a_suspended_job_has_no_pods_until_it_goes_on() throws Exception {
        in(kind("Job")).create(context, read(Unstructured.class, "{'metadata':{'name':'cart'},'spec':{'suspend':true,"
                + "'parallelism':2,'template':{'spec':{'restartPolicy':'Never','containers':[{'name':'c','image':'c'}]}}}}"));
        untilFinished();
        assertThat(pods()).isEmpty();

        change("Job", spec -> spec.put("suspend", false));
        untilPods(2);
        change("Job", spec -> spec.put("suspend", true));

        untilPods(0);
    }

    @ParameterizedTest
    @CsvSource({"'', 1", "'parallelism:3,', 3", "'parallelism:3,completions:2,', 2"})
    void a_job_gets_the_pods_that_may_run_at_once(String spec, int count) throws Exception {
        in(kind("Job")).create(context, read(Unstructured.class, "{'metadata':{'name':'reindex'},'spec':{"
                + spec.replaceAll("(\\w+):", "'$1':")
                + "'template':{'spec':{'restartPolicy':'Never','containers':[{'name':'c','image':'c'}]}}}}"));

        untilFinished();

        assertThat(pods()).hasSize(count);
    }

    @Test
    void a_pod_carries_its_template_and_its_owner() throws Exception {
        Unstructured set = in(kind("ReplicaSet")).create(context, workload(""));
        untilFinished();

        Pod pod = in(ApiResource.PODS).get(context, pods().getFirst());

        assertThat(pod.metadata().labels()).isEqualTo(Map.of("app", "cart"));
        assertThat(pod.metadata().annotations()).isEqualTo(Map.of("a", "b"));
        assertThat(pod.metadata().ownerReferences().getFirst().uid()).isEqualTo(set.metadata().uid());
    }

    @Test
    void each_pod_of_a_stateful_set_gets_its_claims_and_they_stay() throws Exception {
        Unstructured set = in(kind("StatefulSet")).create(context,
                workload("'serviceName':'cart','replicas':2,'volumeClaimTemplates':[{'metadata':{'name':'data','labels':{'part':'data'},'annotations':{'a':'b'}},"
                + "'spec':{'accessModes':['ReadWriteOnce'],'resources':{'requests':{'storage':'1Gi'}}}}],"));
        untilPods("cart-0", "cart-1");
        untilFinished();
        scale(set, "StatefulSet", 1);
        untilPods("cart-0");

        assertThat(in(ApiResource.PERSISTENT_VOLUME_CLAIMS).list(context, ListOptions.EMPTY).items())
                .allSatisfy(claim -> {
                    assertThat(claim.metadata().labels()).isEqualTo(Map.of("app", "cart", "part", "data"));
                    assertThat(claim.metadata().annotations()).isEqualTo(Map.of("a", "b"));
                })
                .extracting(c -> c.metadata().name()).containsExactlyInAnyOrder("data-cart-0", "data-cart-1");
    }

    private void scale(Unstructured workload, String kind, int replicas) throws Exception {
        change(kind, spec -> spec.put("replicas", replicas));
    }

    private void change(String kind, Consumer<ObjectNode> change) throws Exception {
        ObjectNode tree = (ObjectNode) Json.MAPPER.readTree(
                Json.MAPPER.writeValueAsString(in(kind(kind)).get(context, "cart")));
        change.accept(tree.withObject("/spec"));
        in(kind(kind)).update(context, Json.MAPPER.treeToValue(tree, Unstructured.class));
    }

    @Test
    void scaling_down_takes_the_highest_numbers_and_scaling_up_gives_them_back() throws Exception {
        Unstructured set = in(kind("StatefulSet")).create(context, workload("'serviceName':'cart','replicas':3,"));
        untilPods("cart-0", "cart-1", "cart-2");

        scale(set, "StatefulSet", 1);
        untilPods("cart-0");
        scale(set, "StatefulSet", 2);

        untilPods("cart-0", "cart-1");
    }

    @Test
    void a_deployment_is_scaled_through_its_replica_set() throws Exception {
        Unstructured deployment = in(kind("Deployment")).create(context, workload("'replicas':3,"));
        untilPods(3);

        scale(deployment, "Deployment", 1);
        untilPods(1);
        scale(deployment, "Deployment", 2);
        untilPods(2);

        assertThat(replicaSets()).hasSize(1);
    }

    @Test
    void a_pod_that_is_deleted_comes_again() throws Exception {
        in(kind("StatefulSet")).create(context, workload("'serviceName':'cart','replicas':2,"));
        untilPods("cart-0", "cart-1");
        String uid = in(ApiResource.PODS).get(context, "cart-1").metadata().uid();

        in(ApiResource.PODS).delete(context, "cart-1");

        Wait.<Exception>pollImmediateUntil(Context.background(), Clock.system(), Duration.ofMillis(10), c -> pods()
                .size() == 2
                && !in(ApiResource.PODS).get(context, "cart-1").metadata().uid().equals(uid));
    }

    @Test
    void a_replica_set_that_is_deleted_comes_again() throws Exception {
        in(kind("Deployment")).create(context, workload("'replicas':2,"));
        untilPods(2);
        Unstructured before = replicaSets().getFirst();

        in(kind("ReplicaSet")).delete(context, before.metadata().name());

        Wait.<Exception>pollImmediateUntil(Context.background(), Clock.system(), Duration.ofMillis(10), c ->
                in(ApiResource.PODS).list(context, ListOptions.EMPTY).items().stream()
                        .filter(pod -> !Owned.isBy(pod, before)).count() == 2 && pods().size() == 2);
        assertThat(replicaSets()).hasSize(1);
    }

    @Test
    void the_pods_of_a_workload_that_is_deleted_go_and_others_stay() throws Exception {
        in(kind("Deployment")).create(context, workload("'replicas':2,"));
        in(ApiResource.PODS).create(context, read(Pod.class,
                "{'metadata':{'name':'alone'},'spec':{'containers':[{'name':'c','image':'c'}]}}"));
        untilPods(3);

        in(kind("Deployment")).delete(context, "cart");

        untilPods("alone");
        assertThat(replicaSets()).isEmpty();
    }

    @Test
    void what_a_quota_refuses_is_reported_once_and_made_when_the_quota_is_raised() throws Exception {
        ResourceClient<ResourceQuota> quotas = in(ApiResource.RESOURCE_QUOTAS);
        ResourceQuota quota = quotas.create(context, read(ResourceQuota.class,
                "{'metadata':{'name':'q'},'spec':{'hard':{'pods':'1'}}}"));
        quotas.updateStatus(context, quota.withStatus(read(ResourceQuota.class,
                "{'status':{'hard':{'pods':'1'},'used':{'pods':'0'}}}").status()));
        in(kind("Deployment")).create(context, workload("'replicas':2,"));
        untilFinished();
        assertThat(pods()).hasSize(1);
        server.faults().awaitRequests(r -> r.is("create", "pods"), 4); // the second one is tried again and again

        ResourceQuota now = quotas.get(context, "q");
        quotas.updateStatus(context, now.withStatus(read(ResourceQuota.class,
                "{'status':{'hard':{'pods':'2'},'used':{'pods':'1'}}}").status()));
        untilPods(2);

        assertThat(reports).singleElement().asString().startsWith("Deployment shop/cart lacks pods: ")
                .contains("exceeded quota: q");
    }

    @Test
    void a_cache_that_is_behind_makes_no_pod_twice() throws Exception {
        try (LastingFault behind = server.faults().hold(ApiResource.PODS.gvr().groupResource())) {
            in(kind("Deployment")).create(context, workload("'replicas':2,"));
            untilFinished();
            Unstructured deployment = in(kind("Deployment")).get(context, "cart");
            scale(deployment, "Deployment", 3); // looked at again, though the cache knows no pod at all
            untilFinished();

            assertThat(pods()).hasSize(3);
            assertThat(server.faults().count(r -> r.is("create", "pods"))).isEqualTo(3);
        }
    }

    @Test
    void a_workload_nobody_has_looked_at_yet_is_unfinished() throws Exception {
        try (LastingFault behind = server.faults().hold(kind("Deployment").gvr().groupResource())) {
            server.awaitOpenWatches(10); // five kinds of workloads, pods, claims, namespaces, accounts, ConfigMaps
            untilFinished();
            in(kind("Deployment")).create(context, workload("'replicas':1,"));

            assertThat(standIn.unfinished(context)).containsExactly("Deployment shop/cart has not been looked at");
        }
        untilFinished();
        assertThat(pods()).hasSize(1);
    }
}
