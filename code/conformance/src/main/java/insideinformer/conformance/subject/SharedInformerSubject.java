package insideinformer.conformance.subject;

import insideinformer.api.ConfigMap;
import insideinformer.api.WatchEvent;
import insideinformer.conformance.trace.Difference;
import insideinformer.conformance.trace.TraceJson;
import insideinformer.processor.ResourceEventHandlerRegistration;
import insideinformer.sharedinformer.HandlerOptions;
import insideinformer.sharedinformer.SharedIndexInformer;
import insideinformer.sharedinformer.SharedIndexInformerOptions;
import insideinformer.store.IndexFunc;
import insideinformer.store.IndexerConflictException;
import insideinformer.store.StoreException;
import insideinformer.store.TransformFunc;
import insideinformer.wait.Cancellable;
import insideinformer.wait.Context;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** SharedIndexInformer over a DeltaFIFO, with handlers that join, block in a callback, and leave. */
public final class SharedInformerSubject implements TraceSubject {

    @Override
    public String name() {
        return "shared-informer";
    }

    @Override
    public Set<String> optionalRows() {
        return Set.of();
    }

    @Override
    public Optional<String> word(Throwable failure) {
        return Optional.ofNullable(switch (failure) {
            case IndexerConflictException e -> "conflict";
            case IllegalStateException e when says(e, "has already started") -> "started";
            case IllegalStateException e when says(e, "has stopped already") -> "stopped";
            case ScriptedSource.NoOpenWatchException e -> "no-open-watch";
            default -> null;
        });
    }

    private static boolean says(IllegalStateException refused, String text) {
        return String.valueOf(refused.getMessage()).contains(text);
    }

    /** An array among a handler's recorded events means that the order of its members does not matter. */
    @Override
    public JsonNode inFormOf(JsonNode expected, JsonNode actual) {
        if (!actual.isObject()) {
            return actual;
        }
        ObjectNode formed = (ObjectNode) actual.deepCopy();
        for (String handler : expected.path("handlers").propertyNames()) {
            JsonNode wanted = expected.path("handlers").path(handler).path("events");
            JsonNode seen = formed.path("handlers").path(handler);
            if (wanted.isArray() && seen.path("events").isArray()) {
                ((ObjectNode) seen).set("events", grouped(wanted, seen.path("events").values().iterator()));
            }
        }
        return formed;
    }

    private static ArrayNode grouped(JsonNode wanted, Iterator<JsonNode> seen) {
        ArrayNode events = TraceJson.MAPPER.createArrayNode();
        for (JsonNode one : wanted) {
            if (!seen.hasNext()) {
                break;
            }
            if (one.isArray()) {
                List<String> members = new ArrayList<>();
                for (int i = 0; i < one.size() && seen.hasNext(); i++) {
                    members.add(seen.next().stringValue());
                }
                ArrayNode group = events.addArray();
                members.stream().sorted().forEach(group::add);
            } else {
                events.add(seen.next());
            }
        }
        seen.forEachRemaining(events::add);
        return events;
    }

    public record Config(long resyncPeriodNanos, @Nullable List<String> indexers) {}

    @Override
    public UnderTest make(JsonNode json) {
        return new InformerUnderTest(TraceJson.read(json, Config.class));
    }

    private static Map<String, IndexFunc<ConfigMap>> indexer(String name) {
        return Map.of(name, switch (name) {
            case "namespace" -> object -> {
                String namespace = object.metadata().namespace();
                return List.of(namespace == null ? "" : namespace);
            };
            case "app" -> object -> {
                String value = object.metadata().labels().get("app");
                return value == null ? List.of() : List.of(value);
            };
            default -> throw new IllegalArgumentException("no indexer " + name);
        });
    }

    private static TransformFunc<ConfigMap> dropping(String what) {
        return switch (what) {
            case "annotation" -> object -> new ConfigMap(
                    object.apiVersion(), object.kind(),
                    ScriptedObjects.withAnnotations(object.metadata(), Map.of()), object.data(), object.unknown());
            case "resourceVersion" -> object -> new ConfigMap(
                    object.apiVersion(), object.kind(),
                    object.metadata().withResourceVersion(null), object.data(), object.unknown());
            default -> throw new IllegalArgumentException("cannot drop " + what);
        };
    }

    public static final class InformerUnderTest implements UnderTest {

        /** A handler and its registration. */
        private static final class Registered {
            final RecordingHandler handler;
            final ResourceEventHandlerRegistration registration;
            boolean removed;

            Registered(RecordingHandler handler, ResourceEventHandlerRegistration registration) {
                this.handler = handler;
                this.registration = registration;
            }
        }

        private static final Duration LONGEST_WAIT = Duration.ofMinutes(10); // for a relist, on the fake clock

        private final Bubble bubble = new Bubble();
        private final SettableSource source = new SettableSource(bubble);
        private final SharedIndexInformer<ConfigMap> informer;
        private final Map<String, Registered> handlers = new LinkedHashMap<>();
        private final Cancellable context = Context.background().withCancel();
        private @Nullable Thread run;

        public InformerUnderTest(Config config) {
            Map<String, IndexFunc<ConfigMap>> indexers = new HashMap<>();
            if (config.indexers() != null) {
                config.indexers().forEach(name -> indexers.putAll(indexer(name)));
            }
            informer = SharedIndexInformer.of(
                    source, ConfigMap.class,
                    SharedIndexInformerOptions.<ConfigMap>resyncing(Duration.ofNanos(config.resyncPeriodNanos()))
                            .withIndexers(indexers)
                            .withClock(bubble.clock()));
        }

        public Bubble bubble() {
            return bubble;
        }

        @Override
        public @Nullable JsonNode perform(String op, JsonNode args) throws StoreException {
            handlers.values().forEach(registered -> registered.handler.clear());
            switch (op) {
                case "setTransform" -> informer.setTransform(dropping(TraceJson.text(args, "drop")));
                case "addIndexer" -> informer.addIndexers(indexer(TraceJson.text(args, "indexer")));
                case "setList" -> {
                    int before = source.listed();
                    source.set(args);
                    if (isRunning() && !context.isDone()) {
                        letItList(before);
                    }
                }
                case "addHandler" -> add(args);
                case "removeHandler" -> {
                    Registered registered = handler(args);
                    informer.removeEventHandler(registered.registration);
                    registered.removed = true;
                }
                case "block" -> handler(args).handler.block();
                case "release" -> handler(args).handler.release();
                case "run" -> {
                    run = Thread.ofVirtual().name("run of the informer").start(() -> informer.run(context));
                    if (source.isSet()) {
                        letItList(0);
                    }
                }
                case "runAgain" -> informer.run(context);
                case "stop" -> context.cancel();
                case "emit" -> args.path("events").forEach(event -> source.send(event(event)));
                case "closeWatch" -> source.closeWatch();
                case "relist" -> {
                    int before = source.listed();
                    source.set(args);
                    source.send(new WatchEvent.Error<>(Failures.status(cause(TraceJson.text(args, "cause")))));
                    letItList(before);
                }
                case "advance" -> bubble.advance(Duration.ofNanos(TraceJson.number(args, "nanos")));
                default -> throw new IllegalArgumentException("no operation " + op);
            }
            bubble.settle();
            return null;
        }

        /** As {@link #perform}, but ignores a refusal. */
        public void tryTo(String op, JsonNode args) {
            try {
                perform(op, args);
            } catch (StoreException | IllegalStateException refused) {
                bubble.settle(); // the comparison with client-go shows whether it refuses as well
            }
        }

        private void add(JsonNode args) {
            RecordingHandler handler = new RecordingHandler(bubble);
            if (args.path("blocked").asBoolean(false)) {
                handler.block();
            }
            HandlerOptions options = args.has("resyncNanos")
                    ? HandlerOptions.DEFAULT.withResyncPeriod(
                            Duration.ofNanos(TraceJson.number(args, "resyncNanos")))
                    : HandlerOptions.DEFAULT;
            handlers.put(
                    TraceJson.text(args, "handler"),
                    new Registered(handler, informer.addEventHandlerWithOptions(handler, options)));
        }

        private Registered handler(JsonNode args) {
            String name = TraceJson.text(args, "handler");
            Registered registered = handlers.get(name);
            if (registered == null) {
                throw new IllegalArgumentException("no handler " + name);
            }
            return registered;
        }

        private static WatchEvent<ConfigMap> event(JsonNode json) {
            ConfigMap object = TraceJson.read(json.path("object"), ConfigMap.class);
            String type = TraceJson.text(json, "type");
            return switch (type) {
                case "ADDED" -> new WatchEvent.Added<>(object);
                case "MODIFIED" -> new WatchEvent.Modified<>(object);
                case "DELETED" -> new WatchEvent.Deleted<>(object);
                case "BOOKMARK" -> new WatchEvent.Bookmark<>(object);
                default -> throw new IllegalArgumentException("no event " + type);
            };
        }

        private static JsonNode cause(String cause) {
            return switch (cause) {
                case "expired" -> Difference.object().put("code", 410).put("reason", "Expired");
                case "internalError" -> Difference.object().put("code", 500).put("reason", "InternalError");
                default -> throw new IllegalArgumentException("no cause " + cause);
            };
        }

        /** Lets only as much time pass as the informer needs to read one more list and to open a watch after it. */
        private void letItList(int before) {
            bubble.passUntil(() -> source.watchesSince(before), LONGEST_WAIT);
        }

        private boolean isRunning() {
            return run != null && run.isAlive();
        }

        @Override
        public JsonNode state() {
            ObjectNode state = Difference.object()
                    .put("hasSynced", informer.hasSynced())
                    .put("lastSyncResourceVersion", informer.lastSyncResourceVersion())
                    .put("stopped", informer.isStopped())
                    .put("running", isRunning());
            ArrayNode store = state.putArray("store");
            informer.getStore().list().stream().map(RecordingHandler::text).sorted().forEach(store::add);
            Set<String> names = new TreeSet<>(informer.getIndexer().getIndexers().keySet());
            if (!names.isEmpty()) {
                ObjectNode indexes = state.putObject("indexes");
                names.forEach(name -> indexes.set(name, index(name)));
            }
            ObjectNode seen = state.putObject("handlers");
            handlers.forEach((name, registered) -> {
                ObjectNode handler = seen.putObject(name);
                ArrayNode events = handler.putArray("events");
                registered.handler.events().forEach(events::add);
                if (!registered.removed) {
                    handler.put("hasSynced", registered.registration.hasSynced());
                }
            });
            return state;
        }

        private ObjectNode index(String name) {
            ObjectNode index = Difference.object();
            for (String value : informer.getIndexer().listIndexFuncValues(name)) {
                try {
                    ArrayNode keys = index.putArray(value);
                    informer.getIndexer().indexKeys(name, value).stream().sorted().forEach(keys::add);
                } catch (StoreException e) {
                    throw new IllegalStateException("the index " + name + " was there a moment ago", e);
                }
            }
            return index;
        }

        @Override
        public void close() {
            handlers.values().forEach(registered -> registered.handler.release());
            context.cancel();
            bubble.drain(() -> !isRunning());
        }
    }
}
