package insideinformer.quota;

import static insideinformer.quota.TestObjects.claim;
import static insideinformer.quota.TestObjects.configMap;
import static insideinformer.quota.TestObjects.pod;
import static insideinformer.quota.TestObjects.quota;
import static insideinformer.quota.TestObjects.service;
import static insideinformer.quota.TestObjects.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import insideinformer.api.GroupResource;
import insideinformer.api.GroupVersionResource;
import insideinformer.api.KubernetesObject;
import insideinformer.quota.AdmissionRequest.Operation;
import insideinformer.testing.Spec;
import insideinformer.wait.FakeClock;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EvaluatorsTest {

    private static final GroupResource SECRETS = new GroupResource("", "secrets");
    private static final GroupVersionResource WIDGETS = new GroupVersionResource("toys.example", "v1", "widgets");

    private final FakeClock clock = new FakeClock();
    private final Evaluator pods = new PodEvaluator(ListFuncByNamespace.NONE, clock, QuotaFeatures.ALL);
    private final Evaluator services = new ServiceEvaluator(ListFuncByNamespace.NONE);
    private final Evaluator claims = new PersistentVolumeClaimEvaluator(ListFuncByNamespace.NONE, QuotaFeatures.ALL);
    private final Evaluator secrets = new ObjectCountEvaluator(SECRETS, ListFuncByNamespace.NONE, "secrets");

    @Test
    @Spec("QE-01")
    void the_registry_holds_one_evaluator_a_resource() {
        Registry registry = new SimpleRegistry(List.of(pods, secrets));
        Evaluator second = new ObjectCountEvaluator(SECRETS, ListFuncByNamespace.NONE, null);

        registry.add(second);
        List<Evaluator> listed = registry.list();
        registry.remove(secrets); // by its resource, not by itself

        assertThat(listed).containsExactly(pods, second);
        assertThat(registry.get(SECRETS)).isNull();
        assertThat(registry.get(new GroupResource("", "pods"))).isSameAs(pods);
        assertThat(registry.list()).containsExactly(pods);
        assertThatThrownBy(() -> listed.add(pods)).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    @Spec("QE-02")
    void evaluators_are_added_while_others_list() throws Exception {
        Registry registry = new SimpleRegistry(List.of(pods));
        CountDownLatch start = new CountDownLatch(1);
        List<Future<Integer>> readers = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 4; i++) {
                readers.add(threads.submit(() -> {
                    start.await();
                    int last = 0;
                    while (last < 501) {
                        int size = registry.list().size();
                        assertThat(size).isGreaterThanOrEqualTo(last);
                        last = size;
                    }
                    return last;
                }));
            }
            threads.submit(() -> {
                start.countDown();
                for (int i = 0; i < 500; i++) {
                    registry.add(new ObjectCountEvaluator(
                            new GroupResource("toys.example", "kind" + i), ListFuncByNamespace.NONE, null));
                }
            });
        }

        for (Future<Integer> reader : readers) {
            assertThat(reader.get()).isEqualTo(501);
        }
    }

    @Test
    @Spec({"QE-03", "QE-04"})
    void eight_evaluators_are_installed() throws UsageStatsException {
        List<GroupVersionResource> asked = new ArrayList<>();

        QuotaConfiguration admission = QuotaInstall.forAdmission(clock, QuotaFeatures.ALL);
        QuotaConfiguration controllers = QuotaInstall.forControllers(
                resource -> {
                    asked.add(resource);
                    return namespace -> List.of();
                },
                clock,
                QuotaFeatures.ALL);

        assertThat(admission.evaluators())
                .extracting(e -> e.groupResource().toString())
                .containsExactlyInAnyOrder(
                        "pods",
                        "services",
                        "persistentvolumeclaims",
                        "resourceclaims.resource.k8s.io",
                        "configmaps",
                        "resourcequotas",
                        "replicationcontrollers",
                        "secrets");
        assertThat(controllers.evaluators())
                .extracting(Evaluator::groupResource)
                .isEqualTo(admission.evaluators().stream()
                        .map(Evaluator::groupResource)
                        .toList());
        assertThat(asked)
                .extracting(GroupVersionResource::groupResource)
                .as("the lister of resource claims is asked for when they are counted")
                .isEqualTo(controllers.evaluators().stream()
                        .map(Evaluator::groupResource)
                        .filter(resource -> !resource.resource().equals("resourceclaims"))
                        .toList());
        UsageStatsOptions options = new UsageStatsOptions("lantern", List.of(), List.of(), null);
        for (Evaluator evaluator : controllers.evaluators()) {
            assertThat(evaluator.usageStats(options).used()).isEmpty();
        }
        assertThatThrownBy(() -> admission.evaluators().getFirst().usageStats(options))
                .hasMessageContaining("without a lister");
    }

    @Test
    @Spec({"QE-04", "QE-15"})
    void counts_of_old_have_an_alias() throws QuotaException {
        for (Evaluator evaluator :
                QuotaInstall.forAdmission(clock, QuotaFeatures.ALL).evaluators()) {
            if (evaluator instanceof ObjectCountEvaluator) {
                String name = evaluator.groupResource().resource();

                assertThat(evaluator.usage(configMap()).keySet()).containsExactlyInAnyOrder("count/" + name, name);
            }
        }
    }

    @Test
    @Spec({"QE-03", "QE-05"})
    void what_is_not_stored_and_events_are_ignored() {
        assertThat(QuotaInstall.defaultIgnoredResources())
                .extracting(GroupResource::toString)
                .containsExactlyInAnyOrder(
                        "bindings",
                        "componentstatuses",
                        "events",
                        "events.events.k8s.io",
                        "tokenreviews.authentication.k8s.io",
                        "selfsubjectreviews.authentication.k8s.io",
                        "subjectaccessreviews.authorization.k8s.io",
                        "selfsubjectaccessreviews.authorization.k8s.io",
                        "localsubjectaccessreviews.authorization.k8s.io",
                        "selfsubjectrulesreviews.authorization.k8s.io");
        assertThat(QuotaInstall.forAdmission(clock, QuotaFeatures.ALL).ignoredResources())
                .isEqualTo(QuotaInstall.defaultIgnoredResources());
    }

    @Test
    @Spec({"QE-06", "QE-07"})
    void a_lister_refuses_until_its_cache_has_synced_and_then_never_asks_again() throws Exception {
        Deque<Boolean> answers = new ArrayDeque<>(List.of(false, false, true));
        AtomicInteger listings = new AtomicInteger();
        ListFuncByNamespace lister = new ProtectedLister(WIDGETS, answers::removeFirst, namespace -> {
            listings.incrementAndGet();
            return List.of(configMap());
        });

        assertThatThrownBy(() -> lister.list("lantern")).hasMessage("toys.example/v1, Resource=widgets not yet synced");
        assertThatThrownBy(() -> lister.list("lantern")).hasMessageContaining("not yet synced");
        assertThat(listings).hasValue(0);
        assertThat(lister.list("lantern")).hasSize(1);
        assertThat(lister.list("lantern")).hasSize(1); // a fourth question would find no answer
        assertThat(listings).hasValue(2);
    }

    @Test
    @Spec("QE-08")
    void any_resource_has_a_name_to_count_it_by() {
        assertThat(GenericEvaluation.objectCountQuotaResourceNameFor(new GroupResource("", "pods")))
                .isEqualTo("count/pods");
        assertThat(GenericEvaluation.objectCountQuotaResourceNameFor(new GroupResource("apps", "deployments")))
                .isEqualTo("count/deployments.apps");
    }

    @Test
    @Spec("QE-11")
    void requested_names_are_there_even_if_nothing_uses_them() throws UsageStatsException {
        Evaluator none = new ServiceEvaluator(namespace -> List.of());
        Evaluator one =
                new ServiceEvaluator(namespace -> List.of(service("{'spec':{'type':'NodePort','ports':[{},{}]}}")));
        UsageStatsOptions options = new UsageStatsOptions("lantern", List.of(), List.of("services", "anything"), null);

        assertThat(text(none.usageStats(options).used())).isEqualTo("anything=0,services=0");
        assertThat(text(one.usageStats(options).used()))
                .isEqualTo("anything=0,count/services=1,services=1,services.loadbalancers=0,services.nodeports=2");
    }

    @Test
    @Spec("QE-12")
    void a_listing_that_fails_is_reported_with_zeros() {
        Evaluator failing = new ServiceEvaluator(namespace -> {
            throw new IOException("connection reset");
        });

        UsageStatsException failure = catchThrowableOfType(
                UsageStatsException.class,
                () -> failing.usageStats(new UsageStatsOptions("lantern", List.of(), List.of("services"), null)));

        assertThat(failure)
                .hasMessage("failed to list content: connection reset")
                .hasRootCauseInstanceOf(IOException.class);
        assertThat(failure.kind()).isEqualTo(QuotaException.Kind.LIST_FAILED);
        assertThat(text(failure.partial().used())).isEqualTo("services=0");
    }

    @Test
    @Spec("QE-12")
    void an_object_that_cannot_be_measured_is_reported_with_what_was_added_so_far() {
        Evaluator counting = new ServiceEvaluator(namespace -> List.of(
                service("{'metadata':{'name':'cart'}}"), configMap(), service("{'metadata':{'name':'search'}}")));

        UsageStatsException failure = catchThrowableOfType(
                UsageStatsException.class,
                () -> counting.usageStats(new UsageStatsOptions("lantern", List.of(), List.of("services"), null)));

        assertThat(failure.kind()).isEqualTo(QuotaException.Kind.WRONG_TYPE);
        assertThat(failure.partial().used().get("services")).hasToString("1");
    }

    @Test
    @Spec({"QE-12", "QT-11"})
    void an_absurd_amount_is_an_error_of_the_count_and_not_of_the_program() {
        Evaluator counting = new PodEvaluator(
                namespace -> List.of(
                        pod().container("cpu=1", "").build(),
                        pod().container("cpu=1e2000000001", "").build()),
                clock,
                QuotaFeatures.ALL);

        UsageStatsException failure = catchThrowableOfType(
                UsageStatsException.class,
                () -> counting.usageStats(new UsageStatsOptions("lantern", List.of(), List.of("cpu"), null)));

        assertThat(failure.kind()).isEqualTo(QuotaException.Kind.BAD_QUANTITY);
        assertThat(failure).hasMessageContaining("1e2000000001");
        assertThat(failure.partial().used().get("cpu")).hasToString("1");
    }

    @Test
    @Spec("QE-13")
    void a_scope_that_cannot_be_judged_is_an_error_and_not_a_short_count() {
        Evaluator counting = new PodEvaluator(
                namespace -> List.of(pod().priorityClass("high").build(), configMap()), clock, QuotaFeatures.ALL);

        UsageStatsException failure = catchThrowableOfType(
                UsageStatsException.class,
                () -> counting.usageStats(
                        new UsageStatsOptions("lantern", List.of("PriorityClass"), List.of("pods"), null)));

        assertThat(failure).isNotNull();
        assertThat(failure.partial().used().get("pods")).hasToString("1");
    }

    @Test
    @Spec("QE-12")
    void an_interrupted_listing_leaves_the_interrupt_for_the_caller() {
        Evaluator interrupted = new ServiceEvaluator(namespace -> {
            throw new InterruptedException("stop");
        });

        assertThatThrownBy(() -> interrupted.usageStats(new UsageStatsOptions("lantern", List.of(), List.of(), null)))
                .isInstanceOf(UsageStatsException.class);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    @Spec("QE-14")
    void a_quota_with_a_scope_never_matches_what_has_none() throws QuotaException, UsageStatsException {
        String scoped = "{'spec':{'scopes':['BestEffort']},'status':{'hard':{'services':'1','secrets':'1'}}}";
        Evaluator counting = new ServiceEvaluator(namespace -> List.of(service("{}")));

        assertThat(services.matches(quota(scoped), service("{}"))).isFalse();
        assertThat(services.matches(quota(scoped.replace("'BestEffort'", "")), service("{}")))
                .isTrue();
        assertThat(secrets.matches(quota(scoped), configMap())).isFalse();
        assertThat(text(counting.usageStats(
                                new UsageStatsOptions("lantern", List.of("BestEffort"), List.of("services"), null))
                        .used()))
                .isEqualTo("services=0");
    }

    @Test
    @Spec({"QE-15", "QE-16"})
    void an_object_count_counts_anything_as_one() throws QuotaException {
        Evaluator widgets = new ObjectCountEvaluator(WIDGETS.groupResource(), ListFuncByNamespace.NONE, null);

        assertThat(text(secrets.usage(configMap()))).isEqualTo("count/secrets=1,secrets=1");
        assertThat(secrets.usage(configMap()).get("secrets").format()).isEqualTo(Quantity.Format.DECIMAL_SI);
        assertThat(text(widgets.usage(configMap()))).isEqualTo("count/widgets.toys.example=1");
        assertThat(secrets.matchingResources(List.of("secrets", "pods", "count/secrets", "secrets")))
                .containsExactly("count/secrets", "secrets");
        secrets.constraints(List.of("secrets"), configMap());
        assertThat(secrets.matchingScopes(configMap(), List.of(TestObjects.term("Exists BestEffort"))))
                .isEmpty();
        assertThat(secrets.uncoveredQuotaScopes(List.of(TestObjects.term("Exists BestEffort")), List.of()))
                .isEmpty();
    }

    @Spec({"QE-16", "QE-29", "QE-39", "QE-45"})
    @ParameterizedTest(name = "{0} of {1} {2}")
    @CsvSource({
        "CREATE,'',true,true,true",
        "UPDATE,'',false,true,true",
        "DELETE,'',false,false,false",
        "CONNECT,'',false,false,false",
        "CREATE,status,false,false,false",
        "CREATE,resize,false,false,false",
        "UPDATE,scale,false,false,false",
        "DELETE,status,false,false,false"
    })
    void writes_that_can_change_usage_are_looked_at(
            Operation operation, String subresource, boolean counts, boolean ofServices, boolean ofClaims) {
        assertThat(secrets.handles(request(operation, subresource, configMap(), configMap())))
                .isEqualTo(counts);
        assertThat(services.handles(request(operation, subresource, service("{}"), service("{}"))))
                .isEqualTo(ofServices);
        assertThat(claims.handles(request(operation, subresource, claim("{}"), claim("{}"))))
                .isEqualTo(ofClaims);
    }

    @Test
    @Spec("QE-29")
    void an_update_of_a_pod_matters_if_it_is_a_resize_or_changes_its_scope() {
        KubernetesObject plain = pod().build();
        KubernetesObject limited = pod().deadline(1).build();

        assertThat(pods.handles(request(Operation.CREATE, "", plain, null))).isTrue();
        assertThat(pods.handles(request(Operation.CREATE, "resize", plain, null)))
                .isFalse();
        assertThat(pods.handles(request(Operation.UPDATE, "", limited, plain))).isTrue();
        assertThat(pods.handles(request(Operation.UPDATE, "", plain, limited))).isTrue();
        assertThat(pods.handles(
                        request(Operation.UPDATE, "", limited, pod().deadline(2).build())))
                .isFalse();
        assertThat(pods.handles(request(Operation.UPDATE, "", null, null))).isFalse();
        assertThat(pods.handles(request(Operation.UPDATE, "status", limited, plain)))
                .isFalse();
        assertThat(pods.handles(request(Operation.UPDATE, "resize", plain, plain)))
                .isTrue();
        assertThat(pods.handles(request(Operation.DELETE, "", plain, plain))).isFalse();
        assertThat(pods.handles(request(Operation.CONNECT, "exec", plain, null)))
                .isFalse();
    }

    @Spec({"QE-37", "QE-38", "QE-40"})
    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "S01 | ClusterIP | 1 | | false | 0 | 0",
                "S02 | NodePort | 1 | | false | 1 | 0",
                "S03 | NodePort | 2 | | false | 2 | 0",
                "S04 | LoadBalancer | 0 | | false | 0 | 1",
                "S05 | LoadBalancer | 1 | | false | 1 | 1",
                "S06 | LoadBalancer | 2 | | false | 2 | 1",
                "S07 | LoadBalancer | 2 | false | false | 0 | 1",
                "S08 | LoadBalancer | 2 | | true | 2 | 1",
                "S09 | LoadBalancer | 2 | true | false | 2 | 1",
                "S10 | LoadBalancer | 2 | false | true | 2 | 1",
                "ExternalName | ExternalName | 2 | | false | 0 | 0",
                "four ports | NodePort | 4 | | false | 4 | 0"
            })
    void a_service_costs_its_ports_and_its_balancer(
            String row, String type, int ports, Boolean allocate, boolean numbered, int nodePorts, int balancers)
            throws QuotaException {
        String port = numbered ? "{'port':80,'nodePort':30080}" : "{'port':80}";
        String json = "{'spec':{'type':'" + type + "','ports':[" + String.join(",", Collections.nCopies(ports, port))
                + "]" + (allocate == null ? "" : ",'allocateLoadBalancerNodePorts':" + allocate) + "}}";

        assertThat(text(services.usage(service(json))))
                .isEqualTo("count/services=1,services=1,services.loadbalancers=" + balancers + ",services.nodeports="
                        + nodePorts);
        assertThat(ServiceEvaluator.getQuotaServiceType(service(json)))
                .isEqualTo(type.equals("NodePort") || type.equals("LoadBalancer") ? type : "");
    }

    @Test
    @Spec({"QE-37", "QE-39"})
    void services_are_measured_by_four_names_and_must_say_nothing() throws QuotaException {
        List<String> names = List.of("count/services", "services", "services.loadbalancers", "services.nodeports");

        assertThat(services.matchingResources(
                        List.of("services.nodeports", "pods", "services", "count/services", "services.loadbalancers")))
                .isEqualTo(names);
        services.constraints(names, service("{}"));
        assertThat(text(services.usage(service("{}"))))
                .isEqualTo("count/services=1,services=1,services.loadbalancers=0,services.nodeports=0");
    }

    @Test
    @Spec("QE-41")
    void claims_are_measured_by_three_names_and_two_a_storage_class() {
        List<String> known = List.of(
                "requests.storage",
                "count/persistentvolumeclaims",
                "persistentvolumeclaims",
                "gold.storageclass.storage.k8s.io/requests.storage",
                "bronze.v2.storageclass.storage.k8s.io/persistentvolumeclaims",
                "requests.storage");

        assertThat(claims.matchingResources(known)).isEqualTo(known);
        assertThat(claims.matchingResources(List.of(
                        "storage",
                        "ephemeral-storage",
                        "bronze.storageclass.storage.k8s.io/storage",
                        "gold.storage.k8s.io/requests.storage")))
                .isEmpty();
    }

    @Spec({"QE-42", "QE-43", "QE-44"})
    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "V01 | {'spec':{'resources':{'requests':{'storage':'10Gi'}}}} | requests.storage=10Gi",
                "V02 | {'spec':{'storageClassName':'gold','resources':{'requests':{'storage':'10Gi'}}}} "
                        + "| GOLD/persistentvolumeclaims=1,GOLD/requests.storage=10Gi,requests.storage=10Gi",
                "V03 | {'spec':{'resources':{'requests':{'storage':'1001m'}}}} | requests.storage=2",
                "V04 | {'spec':{'storageClassName':'gold','resources':{'requests':{'storage':'1001m'}}}} "
                        + "| GOLD/persistentvolumeclaims=1,GOLD/requests.storage=2,requests.storage=2",
                "V05 |"
                    + " {'spec':{'resources':{'requests':{'storage':'5G'}}},"
                    + "'status':{'allocatedResources':{'storage':'10G'}}}"
                    + " | requests.storage=10G",
                "V06 |"
                    + " {'spec':{'resources':{'requests':{'storage':'10G'}}},"
                    + "'status':{'allocatedResources':{'storage':'5G'}}}"
                    + " | requests.storage=10G",
                "V07 | {'status':{'allocatedResources':{'storage':'10G'}}} | ``",
                "capacity plays no part |"
                    + " {'spec':{'resources':{'requests':{'storage':'1G'}}},'status':{'capacity':{'storage':'9G'}}} |"
                    + " requests.storage=1G",
                "the annotation beats the field |"
                    + " {'metadata':{'annotations':{'volume.beta.kubernetes.io/storage-class':'gold'}},"
                    + "'spec':{'storageClassName':'iron'}}"
                    + " | GOLD/persistentvolumeclaims=1",
                "an empty annotation, too | {'metadata':{'annotations':{'volume.beta.kubernetes.io/storage-class':''}},"
                        + "'spec':{'storageClassName':'iron'}} | ``",
                "a negative request stays negative | {'spec':{'resources':{'requests':{'storage':'-1Gi'}}}} |"
                        + " requests.storage=-1Gi"
            })
    void a_claim_costs_the_storage_it_asks_for_or_has_got(String row, String json, String usage) throws QuotaException {
        Map<String, Quantity> rest = new TreeMap<>(claims.usage(claim(json)));

        assertThat(rest.remove("persistentvolumeclaims")).hasToString("1");
        assertThat(rest.remove("count/persistentvolumeclaims")).hasToString("1");
        assertThat(text(rest)).isEqualTo(usage.replace("GOLD", "gold.storageclass.storage.k8s.io"));
    }

    @Test
    @Spec("QE-45")
    void an_update_of_a_claims_status_matters_if_what_it_is_charged_changes() {
        KubernetesObject small = claim("{'status':{'allocatedResources':{'storage':'1Gi'}}}");
        KubernetesObject same = claim("{'status':{'allocatedResources':{'storage':'1024Mi'}}}");
        KubernetesObject large = claim("{'status':{'allocatedResources':{'storage':'2Gi'}}}");
        KubernetesObject fast =
                claim("{'status':{'allocatedResources':{'storage':'1Gi'},'currentVolumeAttributesClassName':'fast'}}");

        assertThat(claims.handles(request(Operation.UPDATE, "status", large, small)))
                .isTrue();
        assertThat(claims.handles(request(Operation.UPDATE, "status", same, small)))
                .isFalse();
        assertThat(claims.handles(request(Operation.UPDATE, "status", fast, small)))
                .isTrue();
        assertThat(claims.handles(request(Operation.UPDATE, "status", configMap(), small)))
                .isFalse();
        assertThat(claims.handles(request(Operation.UPDATE, "status", large, null)))
                .isFalse();
    }

    private static AdmissionRequest request(
            Operation operation, String subresource, KubernetesObject object, KubernetesObject old) {
        return new AdmissionRequest(operation, SECRETS, subresource, "lantern", "it", object, old, false);
    }
}
