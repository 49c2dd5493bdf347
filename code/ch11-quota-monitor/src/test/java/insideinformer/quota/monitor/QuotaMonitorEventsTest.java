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
import insideinformer.store.DeletedFinalStateUnknown;
import insideinformer.store.DeletedObject;
import insideinformer.store.DeltaObject;
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

class QuotaMonitorEventsTest {

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

        assertThat(List.of(replenished.take(), replenished.take())).containsExactly("pods in lantern",
                "pods in lantern");
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
        informers.handler(PODS).onDelete(deleted(new Pod("v1", "Pod", ObjectMeta.named("second", "p"), null, null,
                Map.of())));

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

        informers.handler(PODS).onDelete(DeletedObject.of(new DeletedFinalStateUnknown<>("lantern/cart",
                Optional.empty())));
        informers.handler(PODS).onDelete(deleted(pod("search")));

        assertThat(replenished.take()).isEqualTo("pods in lantern");
        assertThat(replenished).isEmpty();
    }
}
