package insideinformer.quota.controller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import insideinformer.api.ApiErrors;
import insideinformer.api.ApiException;
import insideinformer.api.ApiResource;
import insideinformer.api.GroupVersionResource;
import insideinformer.api.KubernetesObject;
import insideinformer.api.Namespace;
import insideinformer.api.ObjectMeta;
import insideinformer.api.PersistentVolumeClaim;
import insideinformer.api.Pod;
import insideinformer.api.ResourceQuota;
import insideinformer.api.Service;
import insideinformer.api.Unstructured;
import insideinformer.apiserver.ApiServer;
import insideinformer.apiserver.admission.QuotaAdmission;
import insideinformer.apiserver.faults.Failure;
import insideinformer.apiserver.kinds.ResourceType;
import insideinformer.apiserver.store.Change;
import insideinformer.client.Client;
import insideinformer.client.ResourceClient;
import insideinformer.client.RestClient;
import insideinformer.factory.FactoryOptions;
import insideinformer.factory.SharedInformerFactory;
import insideinformer.json.Json;
import insideinformer.quota.QuotaConfiguration;
import insideinformer.quota.QuotaFeatures;
import insideinformer.quota.QuotaInstall;
import insideinformer.quota.Registry;
import insideinformer.quota.SimpleRegistry;
import insideinformer.quota.monitor.InformerFactory;
import insideinformer.quota.monitor.InformerListers;
import insideinformer.quota.monitor.NamespacedResourcesFunc;
import insideinformer.store.Indexer;
import insideinformer.testing.Spec;
import insideinformer.wait.Cancellable;
import insideinformer.wait.Clock;
import insideinformer.wait.Context;
import insideinformer.wait.Group;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Reports of counts gone wrong, over a real server with quota admission, and over HTTP. */
class QuotaOverHttpTest {

    private static final Duration DISCOVERY_PERIOD = Duration.ofMillis(200);
    private static final Duration NO_FULL_PASSES = Duration.ZERO;
    private static final ResourceType WIDGETS =
            ResourceType.namespaced(new GroupVersionResource("toys.example", "v1", "widgets"), "Widget")
                    .custom().build();

    private final Clock clock = Clock.system();
    private final Cancellable context = Context.background().withCancel();
    private final Group threads = new Group();
    private final WorkInHand work = new WorkInHand();
    private ApiServer server;
    private Client client;
    private SharedInformerFactory factory;
    private Registry registry;
    private ResourceQuotaController controller;

    @BeforeEach
    void start() throws Exception {
        server = ApiServer.builder().admission(new QuotaAdmission(clock)).build().start();
        client = new RestClient(server.uri());
        factory = new SharedInformerFactory(client, Duration.ZERO, FactoryOptions.DEFAULT);
        InformerFactory informers = InformerFactory.of(factory);
        QuotaConfiguration configuration = QuotaInstall.forControllers(new InformerListers(informers), clock,
                QuotaFeatures.ALL);
        NamespacedResourcesFunc discovery = client::serverPreferredNamespacedResources;
        Cancellable informersStarted = Context.background().withCancel();
        registry = new SimpleRegistry(configuration.evaluators());
        controller = new ResourceQuotaController(context, ControllerOptions.builder(
                        client.resource(ApiResource.RESOURCE_QUOTAS), factory.resourceQuotas().informer(), registry,
                        informers, informersStarted)
                .resyncPeriod(NO_FULL_PASSES)
                .discoveryFunc(discovery)
                .ignoredResources(configuration.ignoredResources())
                .updateFilter(QuotaInstall.defaultUpdateFilter(clock, QuotaFeatures.ALL))
                .queueMetrics(work)
                .build());
        factory.start(context);
        informersStarted.cancel();
        threads.start("test runs controller", () -> controller.run(5, context));
        threads.start("test runs sync", () -> controller.sync(discovery, DISCOVERY_PERIOD, context));
        client.resource(ApiResource.NAMESPACES).create(
                context, new Namespace("v1", "Namespace", ObjectMeta.named("", "lantern"), null, Map.of()));
    }

    @AfterEach
    void stop() {
        context.cancel();
        threads.awaitAll();
        factory.close();
        client.close();
        server.close();
    }

    private <T extends KubernetesObject> ResourceClient<T> in(ApiResource<T> resource) {
        return client.resource(resource).inNamespace("lantern");
    }

    /** Returns after the first count of the quota was written. */
    private void quota(String hard) throws Exception {
        in(ApiResource.RESOURCE_QUOTAS).create(context, QuotaRig.quota("q", hard, null, ""));
        QuotaRig.until(() -> !QuotaFields.statusOf(in(ApiResource.RESOURCE_QUOTAS).get(context, "q")).hard().isEmpty());
    }

    private static <T> T read(Class<T> type, String json) {
        return Json.MAPPER.readValue(json.replace('\'', '"'), type);
    }

    private void createPod(String name) throws Exception {
        in(ApiResource.PODS).create(context, QuotaRig.pod(name, "Running", "cpu=100m", null));
    }

    private Map<String, String> used() throws Exception {
        ResourceQuota quota = in(ApiResource.RESOURCE_QUOTAS).get(context, "q");
        return quota.status() == null ? Map.of() : new TreeMap<>(quota.status().used());
    }

    /**
     * Waits until no count is under way or will come by itself, and the controller has seen the quota as it is. From
     * here on nothing happens but what the test does; without it a count made from older caches could undo a charge,
     * here as upstream.
     */
    private void quiet() throws Exception {
        QuotaRig.until(() -> {
            String served = in(ApiResource.RESOURCE_QUOTAS).get(context, "q").metadata().resourceVersion();
            return work.isNone()
                    && controller.queue.numRequeues("lantern/q") == 0
                    && controller.missingUsageQueue.numRequeues("lantern/q") == 0
                    && factory.resourceQuotas().informer().getIndexer().getByKey("lantern/q")
                            .filter(seen -> seen.metadata().resourceVersion().equals(served)).isPresent();
        });
    }

    /** A full pass, from caches that know of the latest charge; ends with its end. */
    private void countAll() throws Exception {
        quiet();
        controller.enqueueAll();
        quiet();
    }

    /** Waits for a second discovery, which begins after the first one has been applied. */
    private void untilDiscoveredAnew() throws Exception {
        server.faults().forgetRequests();
        server.faults().awaitRequests(request -> request.path().equals("/api"), 2);
    }

    private void untilUsed(String used) throws Exception {
        QuotaRig.until(() -> used().equals(QuotaRig.list(used)));
        quiet();
        assertUsed(used);
    }

    private void assertUsed(String used) throws Exception {
        assertThat(used()).isEqualTo(QuotaRig.list(used));
    }

    @Test
    @Spec({"W17", "W31", "RQ-27"})
    void what_admission_charged_is_given_back_when_the_pod_is_gone() throws Exception {
        quota("pods=2,requests.cpu=1");
        untilUsed("pods=0,requests.cpu=0");

        createPod("cart");
        assertUsed("pods=1,requests.cpu=100m");
        quiet();
        in(ApiResource.PODS).delete(context, "cart");

        untilUsed("pods=0,requests.cpu=0");
    }

    @Test
    @Spec({"K4", "QM-11"})
    void a_pod_whose_deletion_the_watch_has_lost_is_given_back_when_the_informer_lists_again() throws Exception {
        quota("pods=2");
        untilUsed("pods=0");
        createPod("ada");
        QuotaRig.until(() -> factory.pods().informer().getIndexer().listKeys().size() == 1);
        server.faults().dropNext(ApiResource.PODS.gvr().groupResource(), Change.Type.MODIFIED); // it terminates
        server.faults().dropNext(ApiResource.PODS.gvr().groupResource(), Change.Type.DELETED);

        quiet();
        in(ApiResource.PODS).delete(context, "ada");
        countAll();
        assertUsed("pods=1");
        createPod("bob"); // the watch is past the deletion when this one has arrived
        QuotaRig.until(() -> factory.pods().informer().getIndexer().listKeys().contains("lantern/bob"));
        assertThat(factory.pods().informer().getIndexer().listKeys()).contains("lantern/ada");
        quiet();
        server.faults().sendExpired(ApiResource.PODS.gvr().groupResource());

        QuotaRig.until(() -> factory.pods().informer().getIndexer().listKeys().size() == 1);
        untilUsed("pods=1");
    }

    @Test
    @Spec({"K5", "RQ-37"})
    void one_kind_that_cannot_be_listed_stops_the_count_of_no_other() throws Exception {
        quota("pods=5");
        untilUsed("pods=0");
        server.faults().fail(request -> request.is("list", "widgets.toys.example") || request.is("watch",
                "widgets.toys.example"),
                Failure.status(500, "InternalError", "the conversion webhook is down"));
        server.serve(WIDGETS);
        server.faults().awaitRequests(request -> request.path().contains("/toys.example/v1/widgets"), 1);

        for (String name : new String[] {"a", "b", "c"}) {
            createPod(name);
        }
        assertUsed("pods=3");
        for (String name : new String[] {"a", "b", "c"}) {
            quiet();
            in(ApiResource.PODS).delete(context, name);
        }

        untilUsed("pods=0");
    }

    @Test
    @Spec({"K6", "QM-05", "W15"})
    void a_kind_that_comes_later_is_counted_without_a_restart() throws Exception {
        ApiResource<Unstructured> widgets = ApiResource.unstructured(WIDGETS.gvr(), "Widget", true);
        quota("count/widgets.toys.example=1");

        server.serve(WIDGETS);
        QuotaRig.until(() -> registry.get(WIDGETS.gvr().groupResource()) != null);
        countAll(); // nothing has happened to a widget, so only a full pass finds it out
        assertUsed("count/widgets.toys.example=0");
        in(widgets).create(context,
                new Unstructured("toys.example/v1", "Widget", ObjectMeta.named("lantern", "w"), Map.of()));
        assertUsed("count/widgets.toys.example=1");

        quiet();
        in(widgets).delete(context, "w");
        untilUsed("count/widgets.toys.example=0");
    }

    @Test
    @Spec({"QM-06", "W15"})
    void a_kind_that_goes_and_comes_back_is_counted_again_without_a_restart() throws Exception {
        ApiResource<Unstructured> widgets = ApiResource.unstructured(WIDGETS.gvr(), "Widget", true);
        Unstructured widget = new Unstructured("toys.example/v1", "Widget", ObjectMeta.named("lantern", "w"), Map.of());
        quota("count/widgets.toys.example=1");
        server.serve(WIDGETS);
        QuotaRig.until(() -> registry.get(WIDGETS.gvr().groupResource()) != null);
        countAll();
        in(widgets).create(context, widget);
        Indexer<?> cache = factory.forResource(widgets).informer().getIndexer();
        QuotaRig.until(() -> !cache.listKeys().isEmpty());

        server.stopServing(WIDGETS.gvr());
        QuotaRig.until(() -> cache.listKeys().isEmpty());
        countAll();
        assertUsed("count/widgets.toys.example=0");
        untilDiscoveredAnew();

        server.serve(WIDGETS);
        untilDiscoveredAnew();
        in(widgets).create(context, widget);
        assertUsed("count/widgets.toys.example=1");
        QuotaRig.until(() -> !cache.listKeys().isEmpty());
        quiet();
        in(widgets).delete(context, "w");
        untilUsed("count/widgets.toys.example=0");
    }

    @Test
    @Spec("K10")
    void a_create_that_fails_after_admission_is_charged_only_until_the_next_count() throws Exception {
        quota("pods=5");
        untilUsed("pods=0");
        createPod("ada");
        QuotaRig.until(() -> factory.pods().informer().getIndexer().listKeys().size() == 1);

        assertThatThrownBy(() -> createPod("ada")).satisfies(e -> assertThat(ApiErrors.isAlreadyExists(e)).isTrue());
        assertUsed("pods=2");
        countAll();

        assertUsed("pods=1");
    }

    @Test
    @Spec("K12")
    void node_ports_are_counted_and_not_services() throws Exception {
        quota("services.nodeports=9,services.loadbalancers=9,services=9,count/services.loadbalancers=9");
        untilUsed("services.nodeports=0,services.loadbalancers=0,services=0");

        in(ApiResource.SERVICES).create(context, read(Service.class, """
                {'metadata':{'name':'many'},'spec':{'type':'NodePort','ports':[{'name':'a','port':1},{'name':'b','port':2},
                {'name':'c','port':3},{'name':'d','port':4}]}}"""));
        in(ApiResource.SERVICES).create(context, read(Service.class, """
                {'metadata':{'name':'balanced'},'spec':{'type':'LoadBalancer','allocateLoadBalancerNodePorts':false,
                'ports':[{'port':1}]}}"""));
        QuotaRig.until(() -> factory.services().informer().getIndexer().listKeys().size() == 2);
        assertUsed("services.nodeports=4,services.loadbalancers=1,services=2");
        countAll();

        assertUsed("services.nodeports=4,services.loadbalancers=1,services=2");
    }

    @Test
    @Spec("K13")
    void a_claim_is_charged_to_its_class_and_to_the_total() throws Exception {
        quota("requests.storage=99Gi,gold.ssd.storageclass.storage.k8s.io/requests.storage=50Gi,"
                + "silver.storageclass.storage.k8s.io/persistentvolumeclaims=3");
        untilUsed("requests.storage=0,gold.ssd.storageclass.storage.k8s.io/requests.storage=0,"
                + "silver.storageclass.storage.k8s.io/persistentvolumeclaims=0");

        claim("by-field", "'spec':{'storageClassName':'gold.ssd',", "");
        claim("by-annotation", "'spec':{", "'annotations':{'volume.beta.kubernetes.io/storage-class':'gold.ssd'},");
        claim("other", "'spec':{'storageClassName':'silver',", "");
        QuotaRig.until(() -> factory.persistentVolumeClaims().informer().getIndexer().listKeys().size() == 3);
        countAll();

        assertUsed("requests.storage=30Gi,gold.ssd.storageclass.storage.k8s.io/requests.storage=20Gi,"
                + "silver.storageclass.storage.k8s.io/persistentvolumeclaims=1");
    }

    private void claim(String name, String spec, String metadata) throws Exception {
        in(ApiResource.PERSISTENT_VOLUME_CLAIMS).create(context, read(PersistentVolumeClaim.class,
                "{'metadata':{" + metadata + "'name':'" + name + "'}," + spec
                        + "'accessModes':['ReadWriteOnce'],'resources':{'requests':{'storage':'10Gi'}}}}"));
    }

    @Test
    @Spec("K1")
    void start_and_run_of_a_pod_are_not_added_up() throws Exception {
        quota("requests.cpu=9");
        untilUsed("requests.cpu=0");

        in(ApiResource.PODS).create(context, read(Pod.class, """
                {'metadata':{'name':'p'},'spec':{'overhead':{'cpu':'10m'},
                'containers':[{'name':'a','image':'i','resources':{'requests':{'cpu':'100m'}}},
                              {'name':'b','image':'i','resources':{'requests':{'cpu':'200m'}}}],
                'initContainers':[{'name':'i','image':'i','resources':{'requests':{'cpu':'250m'}}},
                                  {'name':'s','image':'i','restartPolicy':'Always','resources':{'requests':{'cpu':'50m'}}},
                                  {'name':'j','image':'i','resources':{'requests':{'cpu':'400m'}}}]}}"""));
        assertUsed("requests.cpu=460m");
        QuotaRig.until(() -> !factory.pods().informer().getIndexer().listKeys().isEmpty());
        countAll();
        assertUsed("requests.cpu=460m");

        in(ApiResource.PODS).delete(context, "p");
        untilUsed("requests.cpu=0");
    }

    @Test
    @Spec("K3")
    void terminating_means_that_it_will_end_by_itself_and_not_that_it_is_being_deleted() throws Exception {
        ResourceQuota quota = read(ResourceQuota.class,
                "{'metadata':{'name':'q','namespace':'lantern'},'spec':{'hard':{'pods':'9'},'scopes':['Terminating']}}");
        in(ApiResource.RESOURCE_QUOTAS).create(context, quota);
        untilUsed("pods=0");

        in(ApiResource.PODS).create(context, read(Pod.class,
                "{'metadata':{'name':'job'},'spec':{'activeDeadlineSeconds':60,'containers':[{'name':'c','image':'c'}]}}"));
        in(ApiResource.PODS).create(context, read(Pod.class,
                "{'metadata':{'name':'leaving','finalizers':['example.com/wait']},'spec':{'containers':[{'name':'c','image':'c'}]}}"));
        quiet();
        in(ApiResource.PODS).delete(context, "leaving");
        QuotaRig.until(() -> factory.pods().informer().getIndexer().list().stream()
                .anyMatch(p -> p.metadata().deletionTimestamp() != null));
        countAll();

        assertUsed("pods=1");
    }

    @Test
    @Spec("RQ-25")
    void a_quota_that_nobody_can_measure_is_written_again_and_does_not_change() throws Exception {
        quota("example.com/moons=3");
        countAll();
        ResourceQuota counted = in(ApiResource.RESOURCE_QUOTAS).get(context, "q");
        assertThat(QuotaFields.statusOf(counted).hard()).isEqualTo(Map.of("example.com/moons", "3"));
        long before = server.faults().count(request -> request.is("update", "resourcequotas/status"));

        countAll();

        assertThat(server.faults().count(request -> request.is("update", "resourcequotas/status")))
                .isEqualTo(before + 1);
        assertThat(in(ApiResource.RESOURCE_QUOTAS).get(context, "q")).isEqualTo(counted);
    }

    @Test
    @Spec("RQ-24")
    void a_status_that_somebody_else_wrote_meanwhile_is_a_conflict_and_counted_again() throws Exception {
        quota("pods=5");
        untilUsed("pods=0");
        createPod("cart");
        quiet();
        long before = server.faults().count(request -> request.is("update", "resourcequotas/status"));
        long retriesBefore = work.retries();
        server.faults().failNext(request -> request.is("update", "resourcequotas/status"), 1,
                Failure.conflict(ApiResource.RESOURCE_QUOTAS.gvr().groupResource(), "q"));

        in(ApiResource.PODS).delete(context, "cart");
        untilUsed("pods=0");

        // at least: both events of the deleted pod ask for a count, and the second may meet a conflict of its own
        assertThat(work.retries()).as("the conflict").isGreaterThan(retriesBefore);
        assertThat(server.faults().count(request -> request.is("update", "resourcequotas/status")))
                .as("the write that was refused, and the one after the second count").isGreaterThanOrEqualTo(before + 2);
    }

    @Test
    @Spec({"QT-11", "RL-21"})
    void amounts_of_absurd_size_keep_nobody_else_from_being_counted() throws Exception {
        createClaim("moon", "1234567890123456789e50000000");
        createClaim("shed", "1Gi"); // the exact sum of both would have fifty million digits
        client.resource(ApiResource.NAMESPACES).create(
                context, new Namespace("v1", "Namespace", ObjectMeta.named("", "harbor"), null, Map.of()));

        quota("pods=1234567890123456789e50000000,requests.storage=9e60000000");
        ResourceQuota next = QuotaRig.quota("next", "pods=3", null, "");
        next = new ResourceQuota(next.apiVersion(), next.kind(), ObjectMeta.named("harbor", "next"), next.spec(),
                next.status(), next.unknown());
        ResourceClient<ResourceQuota> harbor = client.resource(ApiResource.RESOURCE_QUOTAS).inNamespace("harbor");
        harbor.create(context, next);

        QuotaRig.until(() -> QuotaFields.statusOf(harbor.get(context, "next")).used().equals(Map.of("pods", "0")));
        QuotaRig.until(() -> used().equals(Map.of("pods", "0"))); // storage alone is left out
        in(ApiResource.PERSISTENT_VOLUME_CLAIMS).delete(context, "shed");
        untilUsed("pods=0,requests.storage=123456789012345678900e49999998");
    }

    @Test
    @Spec("QT-04")
    void an_amount_of_too_many_digits_is_refused_with_the_limit() {
        assertThatThrownBy(() -> createClaim("long", "7".repeat(200_000)))
                .isInstanceOfSatisfying(ApiException.class, e -> assertThat(e.status().code()).isEqualTo(400))
                .hasMessageContaining("quantities must have at most 1024 characters");
    }

    private void createClaim(String name, String storage) throws Exception {
        in(ApiResource.PERSISTENT_VOLUME_CLAIMS).create(context, read(PersistentVolumeClaim.class,
                "{'metadata':{'name':'" + name + "'},'spec':{'accessModes':['ReadWriteOnce'],"
                        + "'resources':{'requests':{'storage':'" + storage + "'}}}}"));
    }
}
