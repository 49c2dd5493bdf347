package insideinformer.conformance.subject;

import insideinformer.api.ApiException;
import insideinformer.api.ApiResource;
import insideinformer.api.GroupResource;
import insideinformer.api.GroupVersionResource;
import insideinformer.api.KubernetesObject;
import insideinformer.api.ResourceQuota;
import insideinformer.api.ResourceQuotaStatus;
import insideinformer.apiserver.errors.Errors;
import insideinformer.client.ResourceClient;
import insideinformer.conformance.trace.Difference;
import insideinformer.conformance.trace.TraceJson;
import insideinformer.controller.ResourceEventHandler;
import insideinformer.quota.AggregateException;
import insideinformer.quota.QuantityFormatException;
import insideinformer.quota.QuotaException;
import insideinformer.quota.QuotaFeatures;
import insideinformer.quota.ResourceLists;
import insideinformer.quota.SimpleRegistry;
import insideinformer.quota.controller.ControllerOptions;
import insideinformer.quota.controller.ResourceQuotaController;
import insideinformer.quota.controller.ResourceQuotaControllerSteps;
import insideinformer.quota.monitor.InformerFactory;
import insideinformer.quota.monitor.QuotableResources;
import insideinformer.sharedinformer.SharedIndexInformer;
import insideinformer.store.DeletedFinalStateUnknown;
import insideinformer.store.DeletedObject;
import insideinformer.store.IndexFunc;
import insideinformer.store.Indexer;
import insideinformer.store.KeyException;
import insideinformer.store.KeyFormatException;
import insideinformer.store.Keys;
import insideinformer.store.StoreException;
import insideinformer.store.Stores;
import insideinformer.wait.Context;
import insideinformer.wait.FakeClock;
import insideinformer.workqueue.WorkQueue;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The controller that counts quotas. It is never run: a trace fills its cache and calls its steps one by one, through
 * {@link ResourceQuotaControllerSteps}.
 */
final class QuotaSyncSubject implements TraceSubject {

    @Override
    public String name() {
        return "quota-sync";
    }

    @Override
    public Set<String> optionalRows() {
        return Set.of();
    }

    /** A group version that does not consist of two words. The port's own discovery parses them before. */
    private static final class GroupVersionException extends IOException {

        GroupVersionException(String text) {
            super("unexpected GroupVersion string: " + text);
        }
    }

    /** Discovery found some resources and failed for others. */
    private static final class PartlyFoundException extends Exception {}

    @Override
    public Optional<String> word(Throwable failure) {
        return Optional.ofNullable(switch (failure) {
            case KeyFormatException e -> "bad-key";
            case AggregateException e -> wordOf(e.errors());
            case PartlyFoundException e -> "partial";
            case GroupVersionException e -> "parse-failed";
            case IOException e -> "discovery-failed";
            default -> null;
        });
    }

    private static @Nullable String wordOf(List<Exception> errors) {
        boolean lists = false;
        boolean updates = false;
        for (Exception error : errors) {
            if (error instanceof QuotaException e && e.kind() == QuotaException.Kind.LIST_FAILED) {
                lists = true;
            } else if (error instanceof ApiException) {
                updates = true;
            } else {
                return null;
            }
        }
        return lists && updates ? "list-and-update-failed" : lists ? "list-failed" : "update-failed";
    }

    @Override
    public boolean isWhole(String op) {
        return true;
    }

    record Config(Instant now, QuotaFeatures features, @Nullable Map<String, JsonNode> objects, boolean controller) {}

    @Override
    public UnderTest make(JsonNode json) throws Exception {
        return new ControllerUnderTest(TraceJson.read(json, Config.class));
    }

    private static final class ControllerUnderTest implements UnderTest {

        private static final GroupResource QUOTAS = new GroupResource("", "resourcequotas");

        private final QuotaWorld world;
        private final Map<String, Map<String, KubernetesObject>> cluster = new TreeMap<>(); // by resource, by key
        private final Set<String> failing = new HashSet<>();
        private final Indexer<ResourceQuota> cache = Stores.newIndexer(
                Keys::metaNamespaceKey, Map.of(IndexFunc.NAMESPACE_INDEX, IndexFunc.metaNamespaceIndexFunc()));
        private final ResourceQuotaControllerSteps steps;
        private @Nullable ResourceEventHandler<ResourceQuota> handler;
        private String update = ""; // what becomes of an update during the step
        private @Nullable ResourceQuota accepted; // the last, until it is delivered
        private JsonNode state = Difference.nothing();

        ControllerUnderTest(Config config) throws Exception {
            FakeClock clock = new FakeClock(config.now());
            this.world = new QuotaWorld(
                    config.objects(), resource -> namespace -> list(resource, namespace), clock, config.features());
            this.steps = new ResourceQuotaControllerSteps(new ResourceQuotaController(
                    Context.background(), ControllerOptions.builder(
                            client(), informer(), new SimpleRegistry(world.evaluators()),
                            only(InformerFactory.class, Map.of()), Context.background())
                    .clock(clock).build()));
        }

        private List<KubernetesObject> list(GroupVersionResource resource, String namespace) throws IOException {
            if (failing.contains(resource.groupResource().toString())) {
                throw new IOException("the scripted failure");
            }
            return cluster.getOrDefault(resource.groupResource().toString(), Map.of()).values().stream()
                    .filter(object -> QuotaWorld.isIn(object, namespace))
                    .toList();
        }

        @SuppressWarnings("unchecked") // the controller's are
        private SharedIndexInformer<ResourceQuota> informer() {
            return only(SharedIndexInformer.class, Map.of(
                    "getIndexer", args -> cache,
                    "addEventHandlerWithResyncPeriod", args -> {
                        handler = (ResourceEventHandler<ResourceQuota>) args[0];
                        return null;
                    }));
        }

        @SuppressWarnings("unchecked") // the controller's are
        private ResourceClient<ResourceQuota> client() {
            ResourceClient<ResourceQuota> inNamespace = only(
                    ResourceClient.class, Map.of("updateStatus", args -> updateStatus((ResourceQuota) args[1])));
            return only(ResourceClient.class, Map.of("inNamespace", args -> inNamespace));
        }

        private interface Method {
            @Nullable Object call(Object[] args) throws Exception;
        }

        /** An object with only the methods that are called. */
        private static <T> T only(Class<T> type, Map<String, Method> methods) {
            Class<?>[] types = {type};
            return type.cast(Proxy.newProxyInstance(type.getClassLoader(), types, (self, method, args) -> {
                Method own = methods.get(method.getName());
                if (own == null) {
                    throw new UnsupportedOperationException("a trace of quota-sync needs no " + method);
                }
                return own.call(args);
            }));
        }

        private ResourceQuota updateStatus(ResourceQuota quota) throws IOException, QuantityFormatException {
            ResourceQuotaStatus status = quota.status();
            ObjectNode written = Difference.object()
                    .put("namespace", quota.metadata().namespace())
                    .put("name", quota.metadata().name())
                    .put("resourceVersion", quota.metadata().resourceVersion());
            if (status != null) {
                written.set("hard", QuotaWorld.list(ResourceLists.parse(status.hard())));
                written.set("used", QuotaWorld.list(ResourceLists.parse(status.used())));
            }
            state = Difference.object().set("written", written);
            String name = String.valueOf(quota.metadata().name());
            switch (update) {
                case "conflict" -> throw Errors.conflict(QUOTAS, name, "the scripted conflict");
                case "notFound" -> throw Errors.notFound(QUOTAS, name);
                case "" -> accepted = quota;
                default -> throw new IllegalArgumentException("no outcome of an update " + update);
            }
            return quota;
        }

        @Override
        public @Nullable JsonNode perform(String op, JsonNode args) throws Exception {
            state = Difference.nothing();
            switch (op) {
                case "setQuota" -> cache.update(quota(args, "object"));
                case "deleteQuota" -> {
                    Optional<ResourceQuota> gone = cache.getByKey(TraceJson.text(args, "key"));
                    if (gone.isPresent()) {
                        cache.delete(gone.get());
                    }
                }
                case "setObject" -> {
                    KubernetesObject object = object(args);
                    cluster.computeIfAbsent(resourceOf(object), r -> new TreeMap<>()).put(keyOf(object), object);
                }
                case "deleteObject" -> {
                    KubernetesObject object = object(args);
                    cluster.getOrDefault(resourceOf(object), new TreeMap<>()).remove(keyOf(object));
                }
                case "failLists" -> {
                    failing.clear();
                    failing.addAll(TraceJson.texts(args, "resources"));
                }
                case "sync" -> {
                    state = Difference.object().putNull("written");
                    update = args.path("update").asString("");
                    steps.syncResourceQuotaFromKey(Context.background(), TraceJson.text(args, "key"));
                }
                case "deliver" -> {
                    return deliver();
                }
                case "event" -> {
                    event(args);
                    state = drained();
                }
                case "replenish" -> {
                    steps.replenishQuota(
                            QuotaWorld.resource(TraceJson.text(args, "resource")), TraceJson.text(args, "namespace"));
                    state = drained();
                }
                case "enqueueAll" -> {
                    steps.enqueueAll();
                    state = drained();
                }
                case "quotableResources" -> {
                    return quotableResources(args);
                }
                default -> throw new IllegalArgumentException("no operation " + op);
            }
            return null;
        }

        private static ResourceQuota quota(JsonNode args, String field) {
            return TraceJson.read(args.path(field), ResourceQuota.class);
        }

        private KubernetesObject object(JsonNode args) {
            return world.object(TraceJson.text(args, "object"));
        }

        private static String resourceOf(KubernetesObject object) {
            return QuotaWorld.resourceOf(object).toString();
        }

        private static String keyOf(KubernetesObject object) throws KeyException {
            return Keys.metaNamespaceKey(object);
        }

        /** Puts the quota that was accepted last into the cache, as the server would send it. */
        private JsonNode deliver() throws StoreException {
            ResourceQuota sent = accepted;
            accepted = null;
            if (sent == null) {
                return Difference.object().putNull("resourceVersion");
            }
            ObjectNode tree = (ObjectNode) TraceJson.tree(sent);
            ObjectNode meta = tree.withObject("/metadata");
            String version = String.valueOf(1 + Long.parseLong(meta.path("resourceVersion").asString()));
            meta.put("resourceVersion", version);
            cache.update(TraceJson.read(tree, ResourceQuota.class));
            return Difference.object().put("resourceVersion", version);
        }

        private void event(JsonNode args) throws KeyException {
            ResourceEventHandler<ResourceQuota> told = Objects.requireNonNull(handler, "the controller's own");
            ResourceQuota quota = quota(args, "object");
            switch (TraceJson.text(args, "type")) {
                case "add" -> told.onAdd(quota, false);
                case "update" -> told.onUpdate(quota(args, "old"), quota);
                case "delete" -> told.onDelete(new DeletedObject<>(Optional.empty(), Optional.of(quota)));
                case "tombstone" -> told.onDelete(DeletedObject.of(
                        new DeletedFinalStateUnknown<>(keyOf(quota), Optional.of(quota))));
                default -> throw new IllegalArgumentException("no event " + args.path("type"));
            }
        }

        private JsonNode drained() throws InterruptedException {
            return Difference.object()
                    .<ObjectNode>set("primary", TraceJson.tree(drained(steps.queue())))
                    .set("priority", TraceJson.tree(drained(steps.missingUsageQueue())));
        }

        private static Set<String> drained(WorkQueue<String> queue) throws InterruptedException {
            Set<String> keys = new TreeSet<>();
            while (queue.len() > 0) {
                String key = queue.get().orElseThrow();
                queue.done(key);
                keys.add(key);
            }
            return keys;
        }

        private JsonNode quotableResources(JsonNode args)
                throws IOException, InterruptedException, PartlyFoundException {
            QuotableResources quotable = QuotableResources.getQuotableResources(
                    Context.background(), context -> ScriptedDiscovery.discover(args));
            Set<String> names = new TreeSet<>();
            for (ApiResource<?> resource : quotable.resources()) {
                GroupVersionResource gvr = resource.gvr();
                if (gvr.version().contains("/")) {
                    throw new GroupVersionException(gvr.version());
                }
                names.add(gvr.group() + "/" + gvr.version() + "/" + gvr.resource());
            }
            if (quotable.failure().isPresent()) {
                state = Difference.object().set("resources", TraceJson.tree(names));
                throw new PartlyFoundException();
            }
            return TraceJson.tree(names);
        }

        @Override
        public JsonNode state() {
            return state;
        }

        @Override
        public void close() {
            steps.queue().shutDown();
            steps.missingUsageQueue().shutDown();
        }
    }
}
