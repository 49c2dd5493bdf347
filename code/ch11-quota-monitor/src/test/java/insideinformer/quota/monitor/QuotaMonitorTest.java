package insideinformer.quota.monitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import insideinformer.api.ApiResource;
import insideinformer.api.GroupResource;
import insideinformer.api.GroupVersionResource;
import insideinformer.api.KubernetesObject;
import insideinformer.api.ObjectMeta;
import insideinformer.api.Pod;
import insideinformer.api.Unstructured;
import insideinformer.controller.ResourceEventHandler;
import insideinformer.quota.AggregateException;
import insideinformer.quota.Evaluator;
import insideinformer.quota.Registry;
import insideinformer.quota.SimpleRegistry;
import insideinformer.quota.UpdateFilter;
import insideinformer.quota.UsageStatsOptions;
import insideinformer.store.DeletedFinalStateUnknown;
import insideinformer.store.DeletedObject;
import insideinformer.store.DeltaObject;
import insideinformer.testing.LiveThreads;
import insideinformer.testing.Spec;
import insideinformer.wait.Cancellable;
import insideinformer.wait.Clock;
import insideinformer.wait.Context;
import insideinformer.wait.FakeClock;
import insideinformer.wait.Group;
import insideinformer.wait.Wait;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class QuotaMonitorTest {

    private static final ApiResource<Pod> PODS = ApiResource.PODS;
    private static final ApiResource<Unstructured> SECRETS = any("", "v1", "secrets");
    private static final ApiResource<Unstructured> WIDGETS = any("example.com", "v1", "widgets");
    private static final ApiResource<Unstructured> OLD_WIDGETS = any("example.com", "v1beta1", "widgets");

    private final FakeClock clock = new FakeClock();
    private final FakeInformers informers = new FakeInformers();
    private final Registry registry = new SimpleRegistry(List.of());
    private final BlockingQueue<String> replenished = new ArrayBlockingQueue<>(100);
    private final Cancellable informersStarted = Context.background().withCancel();
    private final Cancellable context = Context.background().withCancel();
    private final Group threads = new Group();
    private @Nullable UpdateFilter filter = (resource, old, now) -> false;
    private ReplenishmentFunc replenish = (resource, namespace) -> replenished.add(resource + " in " + namespace);

    @AfterEach
    void stopEverything() {
        context.cancel();
        threads.awaitAll();
        informers.close();
    }

    private static ApiResource<Unstructured> any(String group, String version, String plural) {
        return ApiResource.unstructured(new GroupVersionResource(group, version, plural), "Any", true);
    }

    private QuotaMonitor monitor() {
        return new QuotaMonitor(new QuotaMonitor.Config(
                informers, informersStarted, Set.of(new GroupResource("", "events"), new GroupResource("events.k8s.io", "events")),
                () -> Duration.ofHours(12), (resource, namespace) -> replenish.replenish(resource, namespace), registry, filter, clock));
    }

    private QuotaMonitor running(ApiResource<?>... resources) throws Exception {
        informersStarted.cancel();
        QuotaMonitor monitor = monitor();
        monitor.syncMonitors(List.of(resources));
        threads.start("test runs monitor", () -> monitor.run(context));
        return monitor;
    }

    private static void until(BooleanSupplier condition) throws Exception {
        Wait.pollImmediateUntil(Context.background(), Clock.system(), Duration.ofMillis(2), c -> condition.getAsBoolean());
    }

    private static Unstructured object(String namespace, String name) {
        return new Unstructured("v1", "Any", ObjectMeta.named(namespace, name), Map.of());
    }

    private static Pod pod(String name) {
        return new Pod("v1", "Pod", ObjectMeta.named("lantern", name), null, null, Map.of());
    }

    private static <T extends KubernetesObject> DeletedObject<T> deleted(T object) {
        return DeletedObject.of(new DeltaObject.Live<>(object));
    }

    @Test
    @Spec("QM-01")
    void a_new_monitor_listens_to_nothing_and_starts_nothing() throws Exception {
        informersStarted.cancel();
        QuotaMonitor monitor = monitor();

        monitor.startMonitors();

        assertThat(monitor.isSynced()).isFalse();
        assertThat(informers.starts()).isZero();
    }

    // ---- the set of monitors

    @Test
    @Spec({"QM-02", "W15"})
    void the_monitored_set_becomes_the_given_one_less_what_is_ignored() throws Exception {
        QuotaMonitor monitor = monitor();
        monitor.syncMonitors(List.of(PODS, SECRETS, any("", "v1", "events")));
        ResourceEventHandler<?> kept = informers.handler(SECRETS);

        monitor.syncMonitors(List.of(SECRETS, WIDGETS));

        assertThat(informers.seen(PODS).removed).hasValue(1);
        assertThat(informers.seen(SECRETS).handlers).containsExactly(kept);
        assertThat(informers.seen(SECRETS).removed).hasValue(0);
        assertThat(informers.seen(WIDGETS).handlers).hasSize(1);
        assertThat(informers.seen(any("", "v1", "events")).handlers).isEmpty();
    }

    @Test
    @Spec("QM-02")
    void the_set_may_change_while_the_monitor_runs() throws Exception {
        QuotaMonitor monitor = running(PODS);
        until(monitor::isSynced);

        monitor.syncMonitors(List.of(SECRETS));
        monitor.startMonitors();
        until(monitor::isSynced);

        assertThat(informers.seen(PODS).removed).hasValue(1);
        assertThat(informers.seen(SECRETS).handlers).hasSize(1);
    }

    @Test
    @Spec("QM-02")
    void a_resource_that_is_named_twice_gets_one_handler() throws Exception {
        monitor().syncMonitors(List.of(PODS, PODS));

        assertThat(informers.seen(PODS).handlers).hasSize(1);
        assertThat(informers.seen(PODS).removed).hasValue(0);
    }

    @Test
    @Spec("QM-03")
    void another_version_of_a_resource_is_another_monitor() throws Exception {
        QuotaMonitor monitor = monitor();
        monitor.syncMonitors(List.of(OLD_WIDGETS));

        monitor.syncMonitors(List.of(WIDGETS));

        assertThat(informers.seen(OLD_WIDGETS).removed).hasValue(1);
        assertThat(informers.seen(WIDGETS).handlers).hasSize(1);
    }

    @Test
    @Spec("QM-03")
    void what_is_ignored_is_ignored_in_every_version() throws Exception {
        ApiResource<?> coreEvents = any("", "v1", "events");
        ApiResource<?> events = any("events.k8s.io", "v1", "events");
        ApiResource<?> oldEvents = any("events.k8s.io", "v1beta1", "events");

        monitor().syncMonitors(List.of(coreEvents, events, oldEvents));

        assertThat(List.of(coreEvents, events, oldEvents)).allSatisfy(e -> assertThat(informers.seen(e).handlers).isEmpty());
    }

    @Test
    @Spec({"QM-04", "QM-07"})
    void a_resource_without_an_informer_stops_no_other_and_is_tried_again() throws Exception {
        QuotaMonitor monitor = monitor();
        informers.refuse(WIDGETS);

        assertThatThrownBy(() -> monitor.syncMonitors(List.of(PODS, WIDGETS, SECRETS)))
                .isInstanceOf(AggregateException.class)
                .hasMessage("couldn't start monitor for resource \"example.com/v1, Resource=widgets\": unable to monitor quota"
                        + " for resource \"example.com/v1, Resource=widgets\": no informer for this one");
        assertThat(informers.seen(PODS).handlers).hasSize(1);
        assertThat(informers.seen(SECRETS).handlers).hasSize(1);
        assertThat(registry.get(WIDGETS.gvr().groupResource())).as("an evaluator of what is not monitored").isNull();

        informers.refuseNothing();
        monitor.syncMonitors(List.of(PODS, WIDGETS, SECRETS));

        assertThat(informers.seen(WIDGETS).handlers).hasSize(1);
        assertThat(informers.seen(PODS).handlers).hasSize(1);
    }

    @Test
    @Spec("QM-04")
    void failures_of_several_resources_are_reported_together() {
        informers.refuse(WIDGETS);
        informers.refuse(SECRETS);

        assertThatThrownBy(() -> monitor().syncMonitors(List.of(WIDGETS, PODS, SECRETS)))
                .isInstanceOfSatisfying(AggregateException.class, e -> assertThat(e.errors()).hasSize(2))
                .hasMessageContainingAll("widgets", "secrets");
    }

    @Test
    @Spec({"QM-05", "W15"})
    void what_nobody_measures_yet_is_counted_from_its_own_informer() throws Exception {
        QuotaMonitor monitor = running(WIDGETS);
        informers.source(WIDGETS).add(object("lantern", "w1"));
        informers.source(WIDGETS).add(object("other", "w2"));

        Evaluator evaluator = registry.get(WIDGETS.gvr().groupResource());
        until(monitor::isSynced);
        until(() -> countedWidgets(evaluator).equals("1"));

        assertThat(evaluator.matchingResources(List.of("count/widgets.example.com", "widgets")))
                .containsExactly("count/widgets.example.com");
    }

    private static String countedWidgets(Evaluator evaluator) {
        try {
            return String.valueOf(evaluator.usageStats(new UsageStatsOptions(
                    "lantern", List.of(), List.of("count/widgets.example.com"), null)).used().get("count/widgets.example.com"));
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @Test
    @Spec("QM-05")
    void an_evaluator_that_is_there_stays() throws Exception {
        monitor().syncMonitors(List.of(PODS));
        Evaluator first = registry.get(PODS.gvr().groupResource());

        monitor().syncMonitors(List.of(PODS));

        assertThat(registry.get(PODS.gvr().groupResource())).isSameAs(first);
    }

    @Test
    @Spec("QM-06")
    void an_evaluator_outlives_its_resource() throws Exception {
        QuotaMonitor monitor = monitor();
        monitor.syncMonitors(List.of(WIDGETS));

        monitor.syncMonitors(List.of());

        Evaluator left = registry.get(WIDGETS.gvr().groupResource());
        assertThat(left).isNotNull();
        assertThatThrownBy(() -> left.usageStats(new UsageStatsOptions(
                "lantern", List.of(), List.of("count/widgets.example.com"), null)))
                .hasMessageContaining("not yet synced");
    }

    @Test
    @Spec({"QM-07", "W16"})
    void a_monitor_is_a_handler_with_the_monitors_resync_period() throws Exception {
        monitor().syncMonitors(List.of(PODS));

        assertThat(informers.seen(PODS).resyncPeriods).containsExactly(Duration.ofHours(12));
    }

    @Test
    @Spec("QM-08")
    void an_informer_that_takes_no_handler_is_reported_and_tried_again() throws Exception {
        QuotaMonitor monitor = monitor();
        informers.refuseHandlersOf(PODS);

        assertThatThrownBy(() -> monitor.syncMonitors(List.of(PODS)))
                .hasMessage("couldn't start monitor for resource \"/v1, Resource=pods\": it has stopped already");
        assertThat(monitor.unsynced()).as("entries").isEmpty();
        assertThat(registry.get(PODS.gvr().groupResource())).isNull();

        informers.refuseNothing();
        monitor.syncMonitors(List.of(PODS));

        assertThat(monitor.unsynced()).containsExactly(PODS.gvr());
    }

    @Test
    @Spec("QM-09")
    void no_cycle_of_coming_and_going_leaves_a_handler_behind() throws Exception {
        QuotaMonitor monitor = running(PODS);
        for (int cycle = 0; cycle < 3; cycle++) {
            monitor.syncMonitors(List.of(PODS, WIDGETS));
            monitor.startMonitors();
            until(monitor::isSynced);
            monitor.syncMonitors(List.of(PODS));
        }

        assertThat(informers.seen(WIDGETS).handlers).hasSize(3);
        assertThat(informers.seen(WIDGETS).removed).hasValue(3);
        assertThat(informers.source(WIDGETS).listCalls()).as("the shared informer was left alone").isEqualTo(1);
    }

    // ---- handlers, filter, events

    @Test
    @Spec({"QM-10", "QM-11", "W16"})
    void creations_are_no_news_and_deletions_are() throws Exception {
        QuotaMonitor monitor = running(PODS);
        Pod cart = informers.source(PODS).add(pod("cart"));
        until(monitor::isSynced);

        Pod search = informers.source(PODS).add(pod("search"));
        informers.source(PODS).delete(search);

        assertThat(replenished.take()).isEqualTo("pods in lantern");
        informers.source(PODS).delete(cart);
        assertThat(replenished.take()).isEqualTo("pods in lantern");
        assertThat(replenished).isEmpty();
    }

    @Test
    @Spec({"QM-11", "W16"})
    void a_tombstone_tells_the_same_as_a_deletion() throws Exception {
        running(PODS);
        ResourceEventHandler<Pod> handler = informers.handler(PODS);

        handler.onDelete(DeletedObject.of(new DeletedFinalStateUnknown<>("lantern/cart", Optional.of(pod("cart")))));

        assertThat(replenished.take()).isEqualTo("pods in lantern");
    }

    @Test
    @Spec({"QM-12", "W16"})
    void an_update_counts_if_the_filter_says_so() throws Exception {
        List<String> asked = new CopyOnWriteArrayList<>();
        filter = (resource, old, now) -> {
            asked.add(resource.resource() + " " + old.metadata().name() + " " + now.metadata().name());
            return now.metadata().name().equals("new");
        };
        running(PODS);
        ResourceEventHandler<Pod> handler = informers.handler(PODS);

        handler.onUpdate(pod("new"), pod("old"));
        assertThat(asked).containsExactly("pods new old");
        handler.onUpdate(pod("old"), pod("new"));

        assertThat(replenished.take()).isEqualTo("pods in lantern");
        assertThat(replenished).isEmpty();
    }

    @Test
    @Spec("QM-12")
    void without_a_filter_no_update_counts() throws Exception {
        filter = null;
        running(PODS, SECRETS);

        informers.handler(PODS).onUpdate(pod("cart"), pod("cart"));
        informers.handler(SECRETS).onDelete(deleted(object("lantern", "s")));

        assertThat(replenished.take()).isEqualTo("secrets in lantern");
    }

    @Test
    @Spec("QM-13")
    void a_repetition_reaches_the_filter_as_an_update_to_the_same() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        filter = (resource, old, now) -> {
            asked.incrementAndGet();
            return old != now;
        };
        running(PODS, SECRETS);
        Pod same = pod("cart");

        informers.handler(PODS).onUpdate(same, same);
        informers.handler(SECRETS).onDelete(deleted(object("lantern", "s")));

        assertThat(replenished.take()).isEqualTo("secrets in lantern");
        assertThat(asked).hasValue(1);
    }

    @Test
    @Spec("QM-14")
    void two_changes_that_look_alike_are_two_changes() throws Exception {
        QuotaMonitor monitor = monitor();
        monitor.syncMonitors(List.of(PODS));
        informers.handler(PODS).onDelete(deleted(pod("cart")));
        informers.handler(PODS).onDelete(deleted(pod("cart"))); // both wait, since nobody takes them out yet
        informersStarted.cancel();

        threads.start("test runs monitor", () -> monitor.run(context));

        assertThat(List.of(replenished.take(), replenished.take())).containsExactly("pods in lantern", "pods in lantern");
    }

    @Test
    @Spec({"QM-15", "W18"})
    void one_change_is_worked_on_at_a_time_and_no_lock_is_held_meanwhile() throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch leave = new CountDownLatch(1);
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        replenish = (resource, namespace) -> {
            most.accumulateAndGet(inside.incrementAndGet(), Math::max);
            entered.countDown();
            awaitQuietly(leave);
            inside.decrementAndGet();
            replenished.add(namespace);
        };
        QuotaMonitor monitor = running(PODS);
        for (int i = 0; i < 10; i++) {
            informers.handler(PODS).onDelete(deleted(pod("p" + i)));
        }
        entered.await();

        monitor.syncMonitors(List.of(PODS, WIDGETS)); // takes the write side of the lock
        leave.countDown();
        for (int i = 0; i < 10; i++) {
            assertThat(replenished.take()).isEqualTo("lantern");
        }

        assertThat(most).hasValue(1);
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    @Spec({"QM-15", "QM-21"})
    void a_replenishment_that_fails_is_not_repeated_and_the_consumer_goes_on_a_second_later() throws Exception {
        AtomicInteger calls = new AtomicInteger();
        replenish = (resource, namespace) -> {
            if (calls.incrementAndGet() == 1) {
                throw new IllegalStateException("out of order");
            }
            replenished.add(namespace);
        };
        running(PODS);
        informers.handler(PODS).onDelete(deleted(pod("first")));
        clock.awaitWaiters(1);
        informers.handler(PODS).onDelete(deleted(new Pod("v1", "Pod", ObjectMeta.named("second", "p"), null, null, Map.of())));

        clock.step(Duration.ofMillis(999));
        assertThat(replenished).isEmpty();
        clock.step(Duration.ofMillis(1));

        assertThat(replenished.take()).isEqualTo("second");
        assertThat(calls).hasValue(2);
    }

    @Test
    @Spec("QM-16")
    void an_object_nobody_knows_is_skipped() throws Exception {
        running(PODS);

        informers.handler(PODS).onDelete(DeletedObject.of(new DeletedFinalStateUnknown<>("lantern/cart", Optional.empty())));
        informers.handler(PODS).onDelete(deleted(pod("search")));

        assertThat(replenished.take()).isEqualTo("pods in lantern");
        assertThat(replenished).isEmpty();
    }

    // ---- start, sync state, stop

    @Test
    @Spec({"QM-17", "W18"})
    void nothing_is_started_before_informers_may_be() throws Exception {
        QuotaMonitor monitor = monitor();
        monitor.syncMonitors(List.of(PODS, SECRETS));
        monitor.startMonitors();
        assertThat(informers.starts()).as("before it runs").isZero();

        threads.start("test runs monitor", () -> monitor.run(context));
        CountDownLatch answered = new CountDownLatch(1);
        until(() -> !LiveThreadsNamed.isEmpty("test runs monitor"));
        threads.start("test asks", () -> {
            monitor.isSynced();
            answered.countDown();
        });
        assertThat(informers.starts()).isZero();

        informersStarted.cancel();
        answered.await();
        until(monitor::isSynced);

        assertThat(informers.starts()).as("once an entry").isEqualTo(2);
    }

    /** So that a test can wait until a thread is there. */
    private static final class LiveThreadsNamed {
        static boolean isEmpty(String name) {
            try {
                return LiveThreads.named(name).isEmpty();
            } catch (java.io.IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        }
    }

    @Test
    @Spec({"QM-17", "QM-22"})
    void a_stop_ends_the_wait_for_the_informers() throws Exception {
        QuotaMonitor monitor = monitor();
        monitor.syncMonitors(List.of(PODS));
        threads.start("test runs monitor", () -> monitor.run(context));

        context.cancel();
        threads.awaitAll();

        assertThat(informers.starts()).isZero();
    }

    @Test
    @Spec("QM-18")
    void starting_again_starts_only_what_is_new() throws Exception {
        QuotaMonitor monitor = running(PODS);
        until(monitor::isSynced);
        assertThat(informers.starts()).isEqualTo(1);

        monitor.startMonitors();
        assertThat(informers.starts()).isEqualTo(1);
        monitor.syncMonitors(List.of(PODS, SECRETS, WIDGETS));
        monitor.startMonitors();

        assertThat(informers.starts()).isEqualTo(3);
    }

    @Test
    @Spec("QM-19")
    void synced_means_that_all_are_and_may_become_false_again() throws Exception {
        informers.source(WIDGETS).holdLists();
        QuotaMonitor monitor = running();
        assertThat(monitor.isSynced()).as("with no entries").isFalse();
        until(() -> !LiveThreadsNamed.isEmpty("quota monitor"));

        monitor.syncMonitors(List.of(PODS));
        assertThat(monitor.isSynced()).as("before the start").isFalse();
        monitor.startMonitors();
        until(monitor::isSynced);
        monitor.syncMonitors(List.of(PODS, WIDGETS));
        assertThat(monitor.isSynced()).as("with one that has not listed").isFalse();
        assertThat(monitor.unsynced()).containsExactly(WIDGETS.gvr());

        monitor.startMonitors();
        informers.source(WIDGETS).releaseLists();
        until(monitor::isSynced);

        assertThat(monitor.unsynced()).isEmpty();
    }

    @Test
    @Spec("QM-20")
    void an_entry_asks_its_own_registration_and_not_the_store() throws Exception {
        QuotaMonitor monitor = running(PODS);
        informers.source(PODS).add(pod("cart"));
        until(monitor::isSynced);
        assertThat(informers.forResource(PODS).informer().hasSynced()).isTrue();
        monitor.syncMonitors(List.of());

        monitor.syncMonitors(List.of(PODS)); // a new registration on an informer that is synced long since

        until(monitor::isSynced);
        assertThat(informers.seen(PODS).handlers).hasSize(2);
    }

    @Test
    @Spec({"QM-21", "W18"})
    void a_stopped_monitor_leaves_no_handler_and_no_thread() throws Exception {
        QuotaMonitor monitor = running(PODS, SECRETS);
        until(monitor::isSynced);
        ResourceEventHandler<Pod> handler = informers.handler(PODS);

        context.cancel();
        threads.awaitAll(); // run has returned

        assertThat(informers.seen(PODS).removed).hasValue(1);
        assertThat(informers.seen(SECRETS).removed).hasValue(1);
        assertThat(monitor.isSynced()).as("entries are forgotten").isFalse();
        assertThat(LiveThreads.named("quota monitor")).isEmpty();
        handler.onDelete(deleted(pod("cart"))); // into a queue that takes nothing in any more
        assertThat(replenished).isEmpty();
    }

    @Test
    @Spec("QM-21")
    void an_interrupt_of_its_thread_ends_a_monitor_as_its_context_does() throws Exception {
        informersStarted.cancel();
        QuotaMonitor monitor = monitor();
        monitor.syncMonitors(List.of(PODS));
        Thread thread = Thread.ofVirtual().start(() -> monitor.run(context));
        until(monitor::isSynced);

        thread.interrupt();
        thread.join();

        assertThat(informers.seen(PODS).removed).hasValue(1);
        assertThat(LiveThreads.named("quota monitor")).isEmpty();
    }

    @Test
    @Spec("QM-22")
    void calls_after_the_stop_start_nothing_and_stop_nothing_twice() throws Exception {
        QuotaMonitor monitor = running(PODS);
        until(monitor::isSynced);
        context.cancel();
        threads.awaitAll();
        int starts = informers.starts();

        monitor.syncMonitors(List.of());
        monitor.syncMonitors(List.of(WIDGETS));
        monitor.startMonitors();
        monitor.syncMonitors(List.of());

        assertThat(informers.starts()).isEqualTo(starts);
        assertThat(informers.seen(PODS).removed).hasValue(1);
        assertThat(informers.seen(WIDGETS).removed).hasValue(1);
    }
}
