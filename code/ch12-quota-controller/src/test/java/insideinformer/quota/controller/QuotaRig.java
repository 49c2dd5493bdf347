package insideinformer.quota.controller;

import insideinformer.api.ApiResource;
import insideinformer.api.GroupVersionResource;
import insideinformer.api.ObjectMeta;
import insideinformer.api.Pod;
import insideinformer.api.ResourceQuota;
import insideinformer.api.Unstructured;
import insideinformer.client.DiscoveredResource;
import insideinformer.factory.FactoryOptions;
import insideinformer.factory.SharedInformerFactory;
import insideinformer.json.Json;
import insideinformer.quota.ListerForResourceFunc;
import insideinformer.quota.QuotaConfiguration;
import insideinformer.quota.QuotaFeatures;
import insideinformer.quota.QuotaInstall;
import insideinformer.quota.Registry;
import insideinformer.quota.SimpleRegistry;
import insideinformer.quota.monitor.InformerListers;
import insideinformer.quota.monitor.NamespacedResourcesFunc;
import insideinformer.testing.informers.FakeCluster;
import insideinformer.wait.Cancellable;
import insideinformer.wait.Clock;
import insideinformer.wait.Context;
import insideinformer.wait.FakeClock;
import insideinformer.wait.Group;
import insideinformer.wait.Wait;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** A quota controller over a {@link FakeCluster}, on a clock that stands still; closing stops all of it. */
final class QuotaRig implements AutoCloseable {

    static final ApiResource<Unstructured> WIDGETS =
            ApiResource.unstructured(new GroupVersionResource("example.com", "v1", "widgets"), "Any", true);
    static final ApiResource<Unstructured> GADGETS =
            ApiResource.unstructured(new GroupVersionResource("gadgets.example.com", "v1", "gadgets"), "Any", true);

    final FakeClock clock = new FakeClock();
    private final AtomicReference<Instant> lastTimer = new AtomicReference<>(Instant.MIN); // of the controller's
    private final Clock controllersClock = new Clock() {
        @Override
        public Instant now() {
            return clock.now();
        }

        @Override
        public long nanoTime() {
            return clock.nanoTime();
        }

        @Override
        public Timer newTimer(Duration delay, Runnable action) {
            Instant due = clock.now().plus(delay);
            Timer timer = clock.newTimer(delay, action);
            lastTimer.accumulateAndGet(due, (a, b) -> a.isAfter(b) ? a : b);
            return timer;
        }
    };
    final FakeCluster cluster = new FakeCluster();
    final SharedInformerFactory factory =
            new SharedInformerFactory(cluster, Duration.ofHours(12), FactoryOptions.DEFAULT.withClock(clock));
    final RecordingInformers informers = new RecordingInformers(factory);
    final Cancellable informersStarted = Context.background().withCancel();
    final Cancellable context = Context.background().withCancel();
    final Group threads = new Group();
    private @Nullable Registry registry;
    private @Nullable ResourceQuotaController controller;
    private Duration resyncPeriod = Duration.ZERO;
    private @Nullable NamespacedResourcesFunc discovery;
    private Function<ListerForResourceFunc, ListerForResourceFunc> listers = l -> l;

    QuotaRig resyncing(Duration period) {
        resyncPeriod = period;
        return this;
    }

    QuotaRig discovering(NamespacedResourcesFunc newDiscovery) {
        discovery = newDiscovery;
        return this;
    }

    /** The pods of every namespace cannot be listed. */
    QuotaRig failingPodLists() {
        listers = real -> resource -> resource.equals(ApiResource.PODS.gvr())
                ? namespace -> {
                    throw new IOException("error listing");
                }
                : real.listerFor(resource);
        return this;
    }

    QuotaRig build() throws IOException, InterruptedException {
        QuotaConfiguration configuration = QuotaInstall.forControllers(
                listers.apply(new InformerListers(insideinformer.quota.monitor.InformerFactory.of(factory))), clock,
                        QuotaFeatures.ALL);
        registry = new SimpleRegistry(configuration.evaluators());
        controller = new ResourceQuotaController(context, ControllerOptions.builder(
                        cluster.resource(ApiResource.RESOURCE_QUOTAS), factory.resourceQuotas().informer(), registry,
                        informers, informersStarted)
                .resyncPeriod(resyncPeriod)
                .discoveryFunc(discovery)
                .replenishmentResyncPeriod(() -> Duration.ofHours(12))
                .updateFilter(QuotaInstall.defaultUpdateFilter(clock, QuotaFeatures.ALL))
                .clock(controllersClock)
                .build());
        return this;
    }

    /** Starts the informers, and waits until they have listed and the quotas' handler has seen its list. */
    QuotaRig synced() throws Exception {
        factory.start(context);
        informersStarted.cancel();
        factory.waitForCacheSync(context);
        return this;
    }

    QuotaRig running(int workers) {
        threads.start("test runs controller", () -> controller().run(workers, context));
        return this;
    }

    QuotaRig syncing(NamespacedResourcesFunc found, Duration period) {
        threads.start("test runs sync", () -> controller().sync(found, period, context));
        return this;
    }

    ResourceQuotaController controller() {
        return java.util.Objects.requireNonNull(controller);
    }

    Registry registry() {
        return java.util.Objects.requireNonNull(registry);
    }

    /** When the wait of the controller ends, or has ended, that ends last of all it has begun. */
    Instant lastTimer() {
        return lastTimer.get();
    }

    /** Both queues' keys that can be handed out now: {@code primary 1, priority 0}. */
    String queues() {
        return "primary " + controller().queue.len() + ", priority " + controller().missingUsageQueue.len();
    }

    void untilQueues(String expected) throws Exception {
        until(() -> queues().equals(expected));
    }

    static void until(Callable<Boolean> condition) throws Exception {
        Wait.pollImmediateUntil(Context.background(), Clock.system(), Duration.ofMillis(2),
                c -> condition.call());
    }

    /** Lets time pass until something has happened. */
    void passUntil(BooleanSupplier condition) throws Exception {
        until(() -> {
            clock.step(Duration.ofMillis(500));
            return condition.getAsBoolean();
        });
    }

    List<ResourceQuota> written() {
        return cluster.written();
    }

    static Map<String, String> list(String list) {
        Map<String, String> texts = new TreeMap<>();
        for (String entry : list.split(",")) {
            if (!entry.isBlank()) {
                texts.put(entry.substring(0, entry.indexOf('=')).strip(), entry.substring(entry.indexOf('=') + 1)
                        .strip());
            }
        }
        return texts;
    }

    /** @param statusHard null: no status */
    static ResourceQuota quota(String name, String hard, @Nullable String statusHard, String used) {
        ObjectNode quota = Json.MAPPER.createObjectNode().put("apiVersion", "v1").put("kind", "ResourceQuota");
        quota.putObject("metadata").put("namespace", "lantern").put("name", name);
        quota.putObject("spec").set("hard", Json.MAPPER.valueToTree(list(hard)));
        if (statusHard != null) {
            quota.putObject("status").set("hard", Json.MAPPER.valueToTree(list(statusHard)));
            quota.withObject("/status").set("used", Json.MAPPER.valueToTree(list(used)));
        }
        return Json.MAPPER.treeToValue(quota, ResourceQuota.class);
    }

    static Pod pod(String name, String phase, String requests, @Nullable String priorityClass) {
        ObjectNode pod = Json.MAPPER.createObjectNode().put("apiVersion", "v1").put("kind", "Pod");
        pod.putObject("metadata").put("namespace", "lantern").put("name", name);
        pod.withArray("/spec/containers").addObject().put("name", "c").put("image", "lantern/c").putObject("resources")
                .set("requests", Json.MAPPER.valueToTree(list(requests)));
        if (priorityClass != null) {
            pod.withObject("/spec").put("priorityClassName", priorityClass);
        }
        pod.putObject("status").put("phase", phase);
        return Json.MAPPER.treeToValue(pod, Pod.class);
    }

    static Unstructured any(ApiResource<Unstructured> resource, String name) {
        return new Unstructured(resource.gvr().apiVersion(), resource.kind(), ObjectMeta.named("lantern", name),
                Map.of());
    }

    static DiscoveredResource discovered(ApiResource<?> resource) {
        return new DiscoveredResource(resource.gvr(), resource.kind(), true, Set.of("create", "list", "watch",
                "delete"));
    }

    @Override
    public void close() {
        context.cancel();
        threads.awaitAll();
        factory.close();
        if (controller != null) { // it may never have run
            controller.queue.shutDown();
            controller.missingUsageQueue.shutDown();
        }
    }
}
