package insideinformer.factory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import insideinformer.api.ApiException;
import insideinformer.api.ApiResource;
import insideinformer.api.GroupVersionResource;
import insideinformer.api.KubernetesObject;
import insideinformer.api.ListOptions;
import insideinformer.api.Namespace;
import insideinformer.api.ObjectMeta;
import insideinformer.api.Pod;
import insideinformer.api.Service;
import insideinformer.controller.ResourceEventHandlerFuncs;
import insideinformer.selectors.LabelSelector;
import insideinformer.sharedinformer.SharedIndexInformer;
import insideinformer.sharedinformer.SharedIndexInformerOptions;
import insideinformer.testing.CapturedLog;
import insideinformer.testing.LiveThreads;
import insideinformer.testing.Spec;
import insideinformer.testing.informers.FakeCluster;
import insideinformer.testing.informers.FakeControllerSource;
import insideinformer.wait.Cancellable;
import insideinformer.wait.Context;
import insideinformer.wait.FakeClock;
import insideinformer.wait.WaitException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SharedInformerFactoryTest {

    private static final GroupVersionResource PODS = ApiResource.PODS.gvr();
    private static final GroupVersionResource SERVICES = ApiResource.SERVICES.gvr();

    private final FakeClock clock = new FakeClock();
    private final FakeCluster client = new FakeCluster();
    private final FakeControllerSource<Pod> podSource = client.source(ApiResource.PODS);
    private final FakeControllerSource<Service> serviceSource = client.source(ApiResource.SERVICES);
    private final FakeControllerSource<Namespace> namespaceSource = client.source(ApiResource.NAMESPACES);
    private final Cancellable context = Context.background().withCancel();
    private final FactoryOptions options = FactoryOptions.DEFAULT.withClock(clock);
    private final SharedInformerFactory factory = factory(options);

    private SharedInformerFactory factory(FactoryOptions with) {
        return new SharedInformerFactory(client, Duration.ZERO, with);
    }

    private static Pod pod(String namespace, String name, Map<String, String> labels) {
        return new Pod("v1", "Pod", ObjectMeta.named(namespace, name).withLabels(labels), null, null, Map.of());
    }

    private static Namespace namespace(String name) {
        return new Namespace("v1", "Namespace", ObjectMeta.named("", name), null, Map.of());
    }

    private long count(String verb, ApiResource<?> resource) {
        return client.calls().stream()
                .filter(call -> call.verb().equals(verb) && call.resource().equals(resource.gvr()))
                .count();
    }

    @AfterEach
    void everything_that_was_started_ends() {
        context.cancel();
        factory.shutdown();
    }

    // --- making

    @Test
    @Spec("IF-02")
    void a_hundred_threads_that_ask_for_one_kind_get_one_informer() throws Exception {
        AtomicInteger made = new AtomicInteger();
        Set<SharedIndexInformer<Pod>> got = ConcurrentHashMap.newKeySet();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 100; i++) {
                threads.submit(() -> got.add(factory.informerFor(ApiResource.PODS, (server, period) -> {
                    made.incrementAndGet();
                    return SharedIndexInformer.of(server.resource(ApiResource.PODS), Pod.class,
                            SharedIndexInformerOptions.resyncing(period));
                })));
            }
        }
        assertThat(made).hasValue(1);
        assertThat(got).hasSize(1);
        assertThat(factory.pods().informer()).isSameAs(got.iterator().next());
    }

    @Test
    @Spec("IF-03")
    void making_an_informer_must_not_ask_the_factory() {
        assertThatIllegalStateException()
                .isThrownBy(() -> factory.informerFor(ApiResource.PODS, (server, period) -> factory.pods().informer()))
                .withMessageContaining("must not call the factory");

        assertThat(factory.pods().informer()).as("the lock was given back").isNotNull();
    }

    @Test
    @Spec("IF-04")
    void an_informer_is_made_with_the_period_of_its_kind_or_the_factorys() {
        List<Duration> periods = new ArrayList<>();
        SharedInformerFactory customised = new SharedInformerFactory(client, Duration.ofMinutes(10), options
                .withCustomResync(ApiResource.SERVICES, Duration.ofMinutes(1))
                .withCustomResync(ApiResource.NAMESPACES, Duration.ZERO));

        record(customised, ApiResource.PODS, Pod.class, periods);
        record(customised, ApiResource.SERVICES, Service.class, periods);
        record(customised, ApiResource.NAMESPACES, Namespace.class, periods);

        assertThat(periods).containsExactly(Duration.ofMinutes(10), Duration.ofMinutes(1), Duration.ZERO);
    }

    private static <T extends KubernetesObject> void record(
            SharedInformerFactory factory, ApiResource<T> resource, Class<T> type, List<Duration> periods) {
        factory.informerFor(resource, (server, period) -> {
            periods.add(period);
            return SharedIndexInformer.of(
                    server.resource(resource), type, SharedIndexInformerOptions.resyncing(period));
        });
    }

    @Test
    @Spec({"IF-14", "IF-24"})
    void every_way_to_ask_for_a_kind_leads_to_the_same_informer() {
        SharedIndexInformer<Pod> informer = factory.forResource(ApiResource.PODS).informer();

        assertThat(factory.pods().informer()).isSameAs(informer);
        assertThat(factory.forResource(ApiResource.PODS).informer()).isSameAs(informer);
        assertThat(factory.services().informer()).isNotSameAs(informer);
    }

    @Test
    @Spec("IF-14")
    void one_kind_is_held_in_one_type_only() {
        factory.forResource(ApiResource.PODS);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> factory.forResource(ApiResource.unstructured(PODS, "Pod", true)))
                .withMessageContaining("pods").withMessageContaining("Unstructured").withMessageContaining("api.Pod");
    }

    @Test
    @Spec("IF-01")
    void of_two_settings_of_one_thing_the_later_wins_and_without_any_all_namespaces_are_listed() throws Exception {
        assertThat(FactoryOptions.DEFAULT.namespace()).isEmpty();
        assertThat(FactoryOptions.DEFAULT.transform()).isEmpty();
        FactoryOptions both = options.withNamespace("first").withNamespace("second");

        assertThat(both.namespace()).isEqualTo("second");
        assertThat(both.withCustomResync(ApiResource.PODS, Duration.ofSeconds(1))
                .withCustomResync(ApiResource.PODS, Duration.ofSeconds(2)).customResync())
                .isEqualTo(Map.of(PODS, Duration.ofSeconds(2)));
    }

    @Test
    @Spec({"IF-16", "IF-06"})
    void an_accessor_makes_nothing_its_informer_or_lister_does() throws Exception {
        GenericInformer<Pod> pods = factory.pods();
        GenericInformer<Service> services = factory.services();
        services.lister();
        factory.start(context);
        serviceSource.awaitWatchCalls(1);

        assertThat(factory.waitForCacheSync(context)).isEqualTo(Map.of(SERVICES, true));
        assertThat(count("list", ApiResource.PODS)).isZero();
        pods.informer();
        assertThat(pods.informer().hasSynced()).isFalse();
    }

    @Test
    @Spec("IF-17")
    void its_informers_have_an_index_by_namespace_also_for_what_has_none() {
        assertThat(factory.pods().informer().getIndexer().getIndexers().keySet()).containsExactly("namespace");
        assertThat(factory.namespaces().informer().getIndexer().getIndexers().keySet()).containsExactly("namespace");
    }

    // --- asking the server

    @Test
    @Spec({"IF-18", "IF-25", "W20"})
    void a_namespace_limits_what_lives_in_namespaces() throws Exception {
        SharedInformerFactory limited = factory(options.withNamespace("lantern"));
        limited.pods().informer();
        limited.namespaces().informer();
        limited.start(context);
        podSource.awaitWatchCalls(1);
        namespaceSource.awaitWatchCalls(1);

        assertThat(client.calls()).filteredOn(c -> c.resource().equals(PODS))
                .extracting(FakeCluster.Call::namespace).containsOnly("lantern");
        assertThat(client.calls()).filteredOn(c -> c.resource().equals(ApiResource.NAMESPACES.gvr()))
                .extracting(FakeCluster.Call::namespace).containsOnly("");
        context.cancel();
        limited.shutdown();
    }

    @Test
    @Spec({"IF-19", "IF-25"})
    void the_tweak_sees_the_options_of_every_list_and_watch_and_what_it_makes_is_sent() throws Exception {
        List<ListOptions> seen = new ArrayList<>();
        SharedInformerFactory tweaking = factory(options.withTweakListOptions(o -> {
            seen.add(o);
            return o.withLabelSelector("app=cart");
        }));
        tweaking.pods().informer();
        tweaking.start(context);
        podSource.awaitWatchCalls(1);
        clock.step(Duration.ofSeconds(5)); // a watch that ends within a second is followed by a list
        podSource.closeWatches();
        podSource.awaitWatchCalls(2);

        assertThat(client.calls()).extracting(FakeCluster.Call::verb).startsWith("list", "watch");
        assertThat(client.calls()).extracting(c -> c.options().labelSelector()).containsOnly("app=cart");
        assertThat(seen).hasSameSizeAs(client.calls());
        assertThat(seen.getFirst().resourceVersion()).as("filled in by the Reflector before").isEqualTo("0");
        context.cancel();
        tweaking.shutdown();
    }

    @Test
    @Spec("IF-05")
    void a_transform_of_the_factory_is_set_on_every_informer() throws Exception {
        SharedInformerFactory transforming = factory(options.withTransform(o ->
                o instanceof Pod p ? pod(p.metadata().namespace(), p.metadata().name(), Map.of("seen", "yes")) : o));
        podSource.add(pod("lantern", "cart", Map.of()));
        CompletableFuture<Map<String, String>> labels = new CompletableFuture<>();
        transforming.pods().informer().addEventHandler(new ResourceEventHandlerFuncs<>(
                o -> labels.complete(o.metadata().labels()), null, null));
        transforming.start(context);

        assertThat(labels.get(20, TimeUnit.SECONDS)).isEqualTo(Map.of("seen", "yes"));
        context.cancel();
        transforming.shutdown();
        assertThat(transforming.pods().lister().list(LabelSelector.parse("seen=yes"))).hasSize(1);
    }

    // --- starting

    @Test
    @Spec({"IF-07", "W19"})
    void start_runs_each_informer_once_however_often_it_is_called() throws Exception {
        factory.pods().informer();
        factory.services().informer();

        try (CapturedLog log = new CapturedLog()) {
            factory.start(context);
            factory.start(context);
            factory.start(context);
            podSource.awaitWatchCalls(1);
            serviceSource.awaitWatchCalls(1);
            context.cancel();
            factory.shutdown();

            assertThat(log.linesWith("started already")).as("no informer was run twice").isEmpty();
        }
        assertThat(podSource.listCalls()).isEqualTo(1);
        assertThat(serviceSource.listCalls()).isEqualTo(1);
    }

    @Test
    @Spec("IF-07")
    void each_start_stops_with_its_own_context() throws Exception {
        Cancellable second = Context.background().withCancel();
        factory.pods().informer();
        factory.start(context);
        factory.services().informer();
        factory.start(second);
        factory.waitForCacheSync(context);

        second.cancel();
        while (!factory.services().informer().isStopped()) {
            Thread.yield();
        }

        assertThat(factory.pods().informer().isStopped()).isFalse();
    }

    @Test
    @Spec({"TL-29", "IF-06", "IF-10", "W09"})
    void who_asks_after_the_start_waits_for_another_one_and_nobody_misses_him() throws Exception {
        factory.pods().informer();
        factory.start(context);
        assertThat(factory.waitForCacheSync(context)).isEqualTo(Map.of(PODS, true));

        factory.services().informer();
        assertThat(factory.waitForCacheSync(context)).as("no error, and no services").isEqualTo(Map.of(PODS, true));
        assertThat(serviceSource.listCalls()).isZero();
        factory.start(context);

        assertThat(factory.waitForCacheSync(context)).isEqualTo(Map.of(PODS, true, SERVICES, true));
        assertThat(podSource.listCalls()).isEqualTo(1);
    }

    @Test
    @Spec("IF-08")
    void what_has_stopped_is_not_started_again() throws Exception {
        factory.pods().informer();
        factory.start(context);
        factory.waitForCacheSync(context);
        context.cancel();
        while (!factory.pods().informer().isStopped()) {
            Thread.yield();
        }

        try (Cancellable another = Context.background().withCancel()) {
            factory.start(another);
            factory.services().informer();
            factory.start(another);
            serviceSource.awaitWatchCalls(1);
            assertThat(podSource.listCalls()).isEqualTo(1);
        }
    }

    // --- waiting

    @Test
    @Spec("IF-10")
    void waiting_before_the_start_returns_at_once_with_nothing() {
        factory.pods().informer();

        assertThat(factory.waitForCacheSync(context)).isEmpty();
        assertThat(factory.waitForCacheSyncResult(context).asError()).isEmpty();
    }

    @Test
    @Spec({"IF-11", "SI-65"})
    void at_the_end_of_the_context_it_tells_who_is_synced_and_who_is_not() throws Exception {
        serviceSource.holdLists();
        factory.pods().informer();
        factory.services().informer();
        factory.start(context);
        podSource.awaitWatchCalls(1);
        SyncResult result;
        try (Cancellable patience = Context.background().withTimeout(Duration.ofSeconds(30), clock)) {
            Future<SyncResult> waiting;
            try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
                while (!factory.pods().informer().hasSynced()) {
                    Thread.yield();
                }
                waiting = threads.submit(() -> factory.waitForCacheSyncResult(patience));
                clock.step(Duration.ofSeconds(30));
            }
            result = waiting.get();
        }

        assertThat(result.synced()).isEqualTo(Map.of(PODS, true, SERVICES, false));
        assertThat(result.err()).get().isInstanceOf(WaitException.class);
        assertThat(result.asError()).get()
                .satisfies(e -> assertThat(e).hasMessage(
                        "failed to sync all caches: services: context deadline exceeded").hasCause(result.err().get()));
    }

    @Test
    @Spec("IF-26")
    void it_waits_for_all_at_once_and_looks_at_no_clock() throws Exception {
        podSource.holdLists();
        serviceSource.holdLists();
        factory.pods().informer();
        factory.services().informer();
        factory.start(context);
        podSource.awaitListCalls(1);
        serviceSource.awaitListCalls(1);

        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Map<GroupVersionResource, Boolean>> waiting =
                    threads.submit(() -> factory.waitForCacheSync(context));
            serviceSource.releaseLists(); // in the other order, while the clock stands still
            podSource.releaseLists();

            assertThat(waiting.get(20, TimeUnit.SECONDS)).isEqualTo(Map.of(PODS, true, SERVICES, true));
        }
    }

    @Test
    @Spec("IF-11")
    void it_does_not_wait_for_handlers() throws Exception {
        podSource.add(pod("lantern", "cart", Map.of()));
        RecordingHandler<Pod> parked = new RecordingHandler<>();
        parked.block();
        factory.pods().informer().addEventHandler(parked);
        factory.start(context);

        assertThat(factory.waitForCacheSync(context)).isEqualTo(Map.of(PODS, true));
        parked.awaitParked();
        parked.release();
    }

    @Test
    @Spec("SI-65")
    void a_result_without_failures_is_no_error_and_one_with_them_names_the_kinds_in_order() {
        WaitException cause = new WaitException(WaitException.Reason.CANCELLED);

        assertThat(new SyncResult(Optional.empty(), Map.of(PODS, true), Map.of(), Set.of()).asError()).isEmpty();
        assertThat(new SyncResult(Optional.of(cause), Map.of(SERVICES, false, PODS, false), Map.of(),
                Set.of()).asError()).get()
                .satisfies(e -> assertThat(e).hasMessage("failed to sync all caches: pods, services: context canceled")
                        .hasCause(cause));
        assertThat(new SyncResult(
                Optional.of(cause), Map.of(SERVICES, true, PODS, false),
                Map.of(PODS, new Exception("forbidden")), Set.of(SERVICES)).asError())
                .get().satisfies(e -> assertThat(e).hasMessage(
                        "failed to sync all caches: pods: context canceled; pods: forbidden; never started: services"));
    }

    // --- shutting down

    @Test
    @Spec("IF-12")
    void shutdown_stops_nothing_and_waits_for_every_one_that_was_started() throws Exception {
        factory.pods().informer();
        factory.start(context);
        podSource.awaitWatchCalls(1);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> shutdowns = new ArrayList<>();
            CountDownLatch begun = new CountDownLatch(5);
            for (int i = 0; i < 5; i++) {
                shutdowns.add(threads.submit(() -> {
                    begun.countDown();
                    factory.shutdown();
                }));
            }
            begun.await();
            assertThat(factory.pods().informer().isStopped()).isFalse();
            assertThat(shutdowns).noneMatch(Future::isDone);

            context.cancel();
            for (Future<?> shutdown : shutdowns) {
                shutdown.get(20, TimeUnit.SECONDS);
            }
            assertThat(factory.pods().informer().isStopped()).isTrue();
        }
    }

    @Test
    @Spec("IF-12")
    void with_nothing_started_shutdown_returns_at_once() {
        factory.pods().informer();

        factory.shutdown();
        factory.close();
    }

    @Test
    @Spec("IF-09")
    void after_shutdown_has_begun_start_does_nothing_and_informers_are_still_handed_out() {
        factory.pods().informer();
        factory.shutdown();

        factory.start(context);

        assertThat(factory.services().informer()).isNotNull();
        assertThat(factory.waitForCacheSync(context)).isEmpty();
        assertThat(client.calls()).isEmpty();
    }

    @Test
    @Spec("IF-13")
    void start_and_shutdown_at_the_same_time_leave_no_thread_unnoticed() throws Exception {
        for (int round = 0; round < 200; round++) {
            SharedInformerFactory racing = factory(options);
            racing.informerFor(ApiResource.PODS, (server, period) -> SharedIndexInformer.of(
                    server.resource(ApiResource.PODS), Pod.class,
                    SharedIndexInformerOptions.<Pod>resyncing(period).withObjectDescription("racing pods")));
            Cancellable stop = Context.background().withCancel();
            Thread starter = Thread.ofVirtual().start(() -> racing.start(stop));
            Thread stopper = Thread.ofVirtual().start(() -> {
                stop.cancel();
                racing.shutdown();
            });
            stopper.join();
            starter.join();
            racing.shutdown();
        }
        assertThat(LiveThreads.named("racing pods")).isEmpty();
    }

    // --- listers

    @Test
    @Spec("IF-20")
    void a_lister_reads_the_informers_store_and_nothing_else() throws Exception {
        podSource.add(pod("lantern", "cart", Map.of()));
        GenericInformer<Pod> pods = factory.pods();
        assertThat(pods.lister().list(LabelSelector.everything())).isEmpty();
        assertThatThrownBy(() -> pods.lister().byNamespace("lantern").get("cart")).isInstanceOf(ApiException.class);
        assertThat(client.calls()).isEmpty();

        factory.start(context);
        factory.waitForCacheSync(context);

        Pod listed = pods.lister().byNamespace("lantern").get("cart");
        assertThat(listed).isSameAs(pods.informer().getStore().getByKey("lantern/cart").orElseThrow());
        assertThat(count("list", ApiResource.PODS)).isEqualTo(1);
    }

    @Test
    @Spec("IF-21")
    void a_lister_finds_by_labels_and_namespace() throws Exception {
        podSource.add(pod("lantern", "cart", Map.of("app", "cart")));
        podSource.add(pod("lantern", "search", Map.of("app", "search")));
        podSource.add(pod("lantern-staging", "cart", Map.of("app", "cart")));
        GenericInformer<Pod> pods = factory.pods();
        pods.informer();
        factory.start(context);
        factory.waitForCacheSync(context);

        assertThat(pods.lister().list(LabelSelector.everything())).hasSize(3);
        assertThat(pods.lister().list(LabelSelector.nothing())).isEmpty();
        assertThat(pods.lister().list(LabelSelector.parse("app=cart"))).hasSize(2);
        assertThat(pods.lister().byNamespace("lantern").list(LabelSelector.parse("app=cart"))).hasSize(1);
        assertThat(pods.lister().byNamespace("").list(LabelSelector.parse("app=cart"))).hasSize(2);
        assertThat(pods.lister().byNamespace("elsewhere").list(LabelSelector.everything())).isEmpty();
    }

    @Test
    @Spec({"IF-22", "IF-23"})
    void a_lister_gets_by_name_and_says_which_resource_it_did_not_find() throws Exception {
        podSource.add(pod("lantern", "cart", Map.of()));
        namespaceSource.add(namespace("lantern"));
        factory.pods().informer();
        factory.namespaces().informer();
        factory.start(context);
        factory.waitForCacheSync(context);

        assertThat(factory.pods().lister().byNamespace("lantern").get("cart").metadata().name()).isEqualTo("cart");
        assertThat(factory.namespaces().lister().get("lantern").metadata().name()).isEqualTo("lantern");
        assertThatThrownBy(() -> factory.pods().lister().byNamespace("lantern").get("search"))
                .isInstanceOfSatisfying(ApiException.class, e -> assertThat(e.status().reason()).isEqualTo("NotFound"))
                .hasMessage("pods \"search\" not found");
        assertThatThrownBy(() -> factory.pods().lister().byNamespace("").get("cart")).hasMessageContaining("not found");
    }

    // --- the first hour

    @Test
    void closing_stops_what_was_started_with_whatever_context_and_waits_for_it() throws Exception {
        SharedIndexInformer<Pod> pods;
        SharedIndexInformer<Service> services;
        try (Cancellable never = Context.background().withCancel(); SharedInformerFactory closing = factory(options)) {
            pods = closing.pods().informer();
            closing.start(never);
            services = closing.services().informer();
            closing.start();
            closing.waitForCacheSync(never);
        }

        assertThat(pods.isStopped()).isTrue();
        assertThat(services.isStopped()).isTrue();
        assertThat(LiveThreads.named("informer of pods")).isEmpty();
    }

    @Test
    void a_start_without_a_context_ends_with_the_factory_only() throws Exception {
        SharedInformerFactory simple = new SharedInformerFactory(client);
        podSource.add(pod("lantern", "cart", Map.of()));
        RecordingHandler<Pod> heard = new RecordingHandler<>();
        simple.pods().informer().addEventHandler(heard);

        simple.start();
        heard.awaitEvent("add lantern/cart@1 initial");
        assertThat(simple.pods().informer().isStopped()).isFalse();
        simple.close();

        assertThat(simple.pods().informer().isStopped()).isTrue();
        assertThat(simple.pods().lister().list(LabelSelector.everything())).hasSize(1);
    }

    @Test
    @Spec("TL-29")
    void waiting_says_which_informers_nobody_started() throws Exception {
        factory.pods().informer();
        factory.start(context);
        factory.services().informer();

        try (CapturedLog log = new CapturedLog()) {
            SyncResult result = factory.waitForCacheSyncResult(context);

            assertThat(result.notStarted()).containsExactly(SERVICES);
            assertThat(result.asError()).isEmpty();
            assertThat(log.linesWith("WARN", "informers of services", "call start again")).hasSize(1);
        }
        factory.start(context);
        assertThat(factory.waitForCacheSyncResult(context).notStarted()).isEmpty();
    }

    @Test
    @Spec("CT-05")
    void page_size_watch_timeout_and_backoff_reach_the_reflector_of_every_informer() throws Exception {
        SharedInformerFactory tuned = factory(options.withReflectorOptions(reflector ->
                reflector.withWatchListPageSize(7).withMinWatchTimeout(Duration.ofHours(1))));
        tuned.pods().informer();
        tuned.start(context);
        podSource.awaitWatchCalls(1);
        context.cancel();
        tuned.shutdown();

        assertThat(client.calls().getFirst().options().limit()).isEqualTo(7);
        assertThat(client.calls().getLast().options().timeout()).isBetween(Duration.ofHours(1), Duration.ofHours(2));
    }

    @Test
    void a_registration_tells_how_far_its_handler_is_behind() throws Exception {
        List.of("cart", "search", "checkout").forEach(name -> podSource.add(pod("lantern", name, Map.of())));
        RecordingHandler<Pod> slow = new RecordingHandler<>();
        slow.block();
        var registration = factory.pods().informer().addEventHandler(slow);
        factory.start(context);
        factory.waitForCacheSync(context);
        slow.awaitParked();

        assertThat(registration.pendingNotifications()).isEqualTo(2);
        slow.release();
        slow.awaitEvents(3);
        assertThat(registration.pendingNotifications()).isZero();
    }
}
