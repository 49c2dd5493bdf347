package insideinformer.quota.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import insideinformer.api.ApiResource;
import insideinformer.api.GroupResource;
import insideinformer.api.GroupVersionResource;
import insideinformer.api.KubernetesObject;
import insideinformer.api.ObjectMeta;
import insideinformer.api.Pod;
import insideinformer.api.Unstructured;
import insideinformer.controller.ResourceEventHandler;
import insideinformer.quota.Registry;
import insideinformer.quota.SimpleRegistry;
import insideinformer.quota.UpdateFilter;
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
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class QuotaMonitorLifeTest {

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
                informers, informersStarted, Set.of(new GroupResource("", "events"),
                        new GroupResource("events.k8s.io", "events")),
                () -> Duration.ofHours(12), (resource, namespace) -> replenish.replenish(resource, namespace),
                        registry, filter, clock));
    }

    private QuotaMonitor running(ApiResource<?>... resources) throws Exception {
        informersStarted.cancel();
        QuotaMonitor monitor = monitor();
        monitor.syncMonitors(List.of(resources));
        threads.start("test runs monitor", () -> monitor.run(context));
        return monitor;
    }

    private static void until(BooleanSupplier condition) throws Exception {
        Wait.pollImmediateUntil(Context.background(), Clock.system(), Duration.ofMillis(2),
                c -> condition.getAsBoolean());
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

    // ---- handlers, filter, events

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
