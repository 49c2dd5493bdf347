package insideinformer.quota.monitor;

import insideinformer.api.ApiResource;
import insideinformer.api.GroupResource;
import insideinformer.api.GroupVersionResource;
import insideinformer.api.KubernetesObject;
import insideinformer.api.ObjectMeta;
import insideinformer.api.Pod;
import insideinformer.api.Unstructured;
import insideinformer.quota.Registry;
import insideinformer.quota.SimpleRegistry;
import insideinformer.quota.UpdateFilter;
import insideinformer.store.DeletedObject;
import insideinformer.store.DeltaObject;
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
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;

/** A monitor over informers that a test feeds, and what it says may have freed quota. */
abstract class QuotaMonitorRig {

    static final ApiResource<Pod> PODS = ApiResource.PODS;
    static final ApiResource<Unstructured> SECRETS = any("", "v1", "secrets");
    static final ApiResource<Unstructured> WIDGETS = any("example.com", "v1", "widgets");
    static final ApiResource<Unstructured> OLD_WIDGETS = any("example.com", "v1beta1", "widgets");

    final FakeClock clock = new FakeClock();
    final FakeInformers informers = new FakeInformers();
    final Registry registry = new SimpleRegistry(List.of());
    final BlockingQueue<String> replenished = new ArrayBlockingQueue<>(100);
    final Cancellable informersStarted = Context.background().withCancel();
    final Cancellable context = Context.background().withCancel();
    final Group threads = new Group();
    @Nullable UpdateFilter filter = (resource, old, now) -> false;
    ReplenishmentFunc replenish = (resource, namespace) -> replenished.add(resource + " in " + namespace);

    @AfterEach
    void stopEverything() {
        context.cancel();
        threads.awaitAll();
        informers.close();
    }

    static ApiResource<Unstructured> any(String group, String version, String plural) {
        return ApiResource.unstructured(new GroupVersionResource(group, version, plural), "Any", true);
    }

    QuotaMonitor monitor() {
        return QuotaMonitor.builder(informers, informersStarted, registry,
                        (resource, namespace) -> replenish.replenish(resource, namespace))
                .ignoredResources(Set.of(new GroupResource("", "events"), new GroupResource("events.k8s.io", "events")))
                .resyncPeriod(() -> Duration.ofHours(12))
                .updateFilter(filter)
                .clock(clock)
                .build();
    }

    QuotaMonitor running(ApiResource<?>... resources) throws Exception {
        informersStarted.cancel();
        QuotaMonitor monitor = monitor();
        monitor.syncMonitors(List.of(resources));
        threads.start("test runs monitor", () -> monitor.run(context));
        return monitor;
    }

    static void until(BooleanSupplier condition) throws Exception {
        Wait.pollImmediateUntil(Context.background(), Clock.system(), Duration.ofMillis(2),
                c -> condition.getAsBoolean());
    }

    static Unstructured object(String namespace, String name) {
        return new Unstructured("v1", "Any", ObjectMeta.named(namespace, name), Map.of());
    }

    static Pod pod(String name) {
        return new Pod("v1", "Pod", ObjectMeta.named("lantern", name), null, null, Map.of());
    }

    static <T extends KubernetesObject> DeletedObject<T> deleted(T object) {
        return DeletedObject.of(new DeltaObject.Live<>(object));
    }
}
