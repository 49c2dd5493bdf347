package insideinformer.conformance.subject;

import insideinformer.api.ApiException;
import insideinformer.api.ApiResource;
import insideinformer.api.GroupResource;
import insideinformer.api.GroupVersionResource;
import insideinformer.api.KubernetesObject;
import insideinformer.api.ResourceQuota;
import insideinformer.api.ResourceQuotaStatus;
import insideinformer.apiserver.Errors;
import insideinformer.client.DiscoveredResource;
import insideinformer.client.PartialDiscoveryException;
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
import insideinformer.workqueue.MetricsProvider;
import insideinformer.workqueue.WorkQueue;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
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
 * The controller that counts quotas, never run: its cache is filled by hand, and its methods are called one by one.
 * They are for its package alone, as upstream's are, so that both sides of the comparison have to go around that.
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

    /** A group and version that are not two words. The port's discovery hands on parsed ones. */
    private static final class GroupVersionException extends IOException {

        GroupVersionException(String text) {
            super("unexpected GroupVersion string: " + text);
        }
    }

    /** Some resources were found, and something failed. */
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
        private final ResourceQuotaController controller;
        private final WorkQueue<String> primary;
        private final WorkQueue<String> priority;
        private @Nullable ResourceEventHandler<ResourceQuota> handler;
        private String update = ""; // what becomes of an update during the step
        private @Nullable ResourceQuota accepted; // the last, until it is delivered
        private JsonNode state = Difference.nothing();

        ControllerUnderTest(Config config) throws Exception {
            FakeClock clock = new FakeClock(config.now());
            this.world = new QuotaWorld(
                    config.objects(), resource -> namespace -> list(resource, namespace), clock, config.features());
            this.controller = new ResourceQuotaController(new ControllerOptions(
                    client(), informer(), Duration.ZERO, new SimpleRegistry(world.evaluators()), null, Set.of(),
                    Context.background(), only(InformerFactory.class, Map.of()), () -> Duration.ZERO, null, clock,
                    MetricsProvider.NONE));
            this.primary = queue("queue");
            this.priority = queue("missingUsageQueue");
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

        /** An object of which only some methods are ever called. */
        private static <T> T only(Class<T> type, Map<String, Method> methods) {
            Class<?>[] types = {type};
            return type.cast(Proxy.newProxyInstance(type.getClassLoader(), types, (self, method, args) -> {
                Method own = methods.get(method.getName());
                if (own == null) {
                    throw new UnsupportedOperationException("nobody calls " + method);
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

        @SuppressWarnings("unchecked") // its queues hold keys
        private WorkQueue<String> queue(String field) throws ReflectiveOperationException {
            Field queue = ResourceQuotaController.class.getDeclaredField(field);
            queue.setAccessible(true);
            return (WorkQueue<String>) queue.get(controller);
        }

        private void call(String name, List<Class<?>> types, Object... arguments) throws Exception {
            var method = ResourceQuotaController.class.getDeclaredMethod(name, types.toArray(new Class<?>[0]));
            method.setAccessible(true);
            try {
                method.invoke(controller, arguments);
            } catch (InvocationTargetException e) {
                throw e.getCause() instanceof Exception failure ? failure : e;
            }
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
                    call("syncResourceQuotaFromKey", List.of(Context.class, String.class),
                            Context.background(), TraceJson.text(args, "key"));
                }
                case "deliver" -> {
                    return deliver();
                }
                case "event" -> {
                    event(args);
                    state = drained();
                }
                case "replenish" -> {
                    call("replenishQuota", List.of(GroupResource.class, String.class),
                            QuotaWorld.resource(TraceJson.text(args, "resource")), TraceJson.text(args, "namespace"));
                    state = drained();
                }
                case "enqueueAll" -> {
                    call("enqueueAll", List.of());
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

        /** The object that was accepted last comes into the cache, as a server would send it. */
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
                    .<ObjectNode>set("primary", TraceJson.tree(drained(primary)))
                    .set("priority", TraceJson.tree(drained(priority)));
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
            QuotableResources quotable = QuotableResources.find(() -> discover(args));
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

        /**
         * The port's discovery has lines for resources and no lists: an empty list is a line of something that can do
         * nothing. And it parses no versions: a wrong one stays whole until it is looked at.
         */
        private static List<DiscoveredResource> discover(JsonNode args) throws IOException {
            List<DiscoveredResource> found = new ArrayList<>();
            for (JsonNode list : args.path("lists")) {
                String version = TraceJson.text(list, "groupVersion");
                if (list.path("resources").isEmpty()) {
                    found.add(new DiscoveredResource(groupVersion(version, ""), "", true, Set.of()));
                }
                for (JsonNode resource : list.path("resources")) {
                    found.add(new DiscoveredResource(
                            groupVersion(version, TraceJson.text(resource, "name")), TraceJson.text(resource, "kind"),
                            resource.path("namespaced").asBoolean(false),
                            Set.copyOf(TraceJson.texts(resource, "verbs"))));
                }
            }
            switch (args.path("failure").asString("")) {
                case "" -> {
                    return found;
                }
                case "total" -> {
                    if (found.isEmpty()) {
                        throw new IOException("the scripted failure");
                    }
                    throw new PartialDiscoveryException(found, Map.of());
                }
                case "groups" -> throw new PartialDiscoveryException(
                        found, Map.of("metrics.k8s.io/v1beta1", new IOException("the scripted failure")));
                default -> throw new IllegalArgumentException("no failure " + args.path("failure"));
            }
        }

        private static GroupVersionResource groupVersion(String version, String resource) {
            int slash = version.indexOf('/');
            boolean grouped = slash >= 0 && version.indexOf('/', slash + 1) < 0;
            return new GroupVersionResource(
                    grouped ? version.substring(0, slash) : "", grouped ? version.substring(slash + 1) : version,
                    resource);
        }

        @Override
        public JsonNode state() {
            return state;
        }

        @Override
        public void close() {
            primary.shutDown();
            priority.shutDown();
        }
    }
}
