package insideinformer.conformance.subject;

import static java.util.Objects.requireNonNull;

import insideinformer.api.ConfigMap;
import insideinformer.api.GroupResource;
import insideinformer.api.KubernetesObject;
import insideinformer.api.ObjectMeta;
import insideinformer.conformance.trace.Difference;
import insideinformer.conformance.trace.TraceJson;
import insideinformer.selectors.LabelSelector;
import insideinformer.store.DeletedFinalStateUnknown;
import insideinformer.store.DeltaObject;
import insideinformer.store.GenericLister;
import insideinformer.store.IndexException;
import insideinformer.store.IndexFunc;
import insideinformer.store.Indexer;
import insideinformer.store.IndexerConflictException;
import insideinformer.store.Listers;
import insideinformer.store.NoSuchIndexException;
import insideinformer.store.Store;
import insideinformer.store.StoreException;
import insideinformer.store.ThreadSafeMap;
import insideinformer.store.Transaction;
import insideinformer.store.TransactionError;
import insideinformer.store.TransactionStore;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The store under test, which is one of three kinds.
 *
 * @param keyed a store with a key function; null for a thread-safe store
 * @param indexer the same store, if it has indexes; else null
 * @param plain a thread-safe store, whose caller gives it the keys; null for the other kinds
 * @param mutable whether the trace changes stored objects behind the store's back
 * @param versions whether the state shows the last resource version
 */
record StoreUnderTest(
        @Nullable Store<KubernetesObject> keyed,
        @Nullable Indexer<KubernetesObject> indexer,
        @Nullable ThreadSafeMap<KubernetesObject> plain,
        boolean mutable,
        boolean versions) implements TraceSubject.UnderTest {

    @Override
    public @Nullable JsonNode perform(String op, JsonNode args) throws Exception {
        return switch (op) {
            case "get" -> found(requireNonNull(keyed).get(object(args)));
            case "getByKey" -> found(getByKey(TraceJson.text(args, "key")));
            case "list" -> objects(plain != null ? plain.list() : requireNonNull(keyed).list());
            case "listKeys" -> Difference.object().set("keys", sorted(keys()));
            case "index" -> objects(index(TraceJson.text(args, "index"), object(args)));
            case "byIndex" -> objects(byIndex(TraceJson.text(args, "index"), TraceJson.text(args, "value")));
            case "indexKeys" -> Difference.object().set(
                    "keys", sorted(indexKeys(TraceJson.text(args, "index"), TraceJson.text(args, "value"))));
            case "listIndexFuncValues" ->
                Difference.object().set("values", sorted(indexValues(TraceJson.text(args, "index"))));
            case "getIndexers" -> Difference.object().set("names", sorted(indexers().keySet()));
            case "listAll" -> {
                List<KubernetesObject> found = new ArrayList<>();
                Listers.listAll(requireNonNull(keyed), selector(args), found::add);
                yield objects(found);
            }
            case "listAllByNamespace" -> {
                List<KubernetesObject> found = new ArrayList<>();
                Listers.listAllByNamespace(
                        requireNonNull(indexer), TraceJson.text(args, "namespace"), selector(args), found::add);
                yield objects(found);
            }
            case "listerGet" -> {
                GenericLister<KubernetesObject> lister =
                        new GenericLister<>(requireNonNull(indexer), new GroupResource("", "configmaps"));
                String name = TraceJson.text(args, "name");
                yield Difference.object().set("object", json(args.has("namespace")
                        ? lister.byNamespace(TraceJson.text(args, "namespace")).get(name)
                        : lister.get(name)));
            }
            case "transaction" -> transaction(args.path("transactions"));
            case "mutateInPlace" -> {
                Changeable stored = (Changeable) getByKey(TraceJson.text(args, "key")).orElseThrow();
                stored.setLabels(texts(args.path("labels")));
                yield null;
            }
            default -> {
                if (plain != null) {
                    writePlain(plain, op, args);
                } else {
                    writeKeyed(requireNonNull(keyed), op, args);
                }
                yield null;
            }
        };
    }

    private static LabelSelector selector(JsonNode args) {
        return args.path("selectNothing").asBoolean(false)
                ? LabelSelector.nothing()
                : LabelSelector.parse(TraceJson.text(args, "selector"));
    }

    private void writeKeyed(Store<KubernetesObject> store, String op, JsonNode args) throws StoreException {
        switch (op) {
            case "add" -> store.add(object(args));
            case "update" -> store.update(object(args));
            case "delete" -> store.delete(deltaObject(args));
            case "replace" -> {
                List<KubernetesObject> list = new ArrayList<>();
                args.path("objects").forEach(json -> list.add(live(json)));
                store.replace(list, TraceJson.text(args, "resourceVersion"));
            }
            case "resync" -> store.resync();
            case "bookmark" -> store.bookmark(TraceJson.text(args, "resourceVersion"));
            case "addIndexers" -> requireNonNull(indexer).addIndexers(indexers(args));
            default -> throw new IllegalArgumentException("no operation " + op);
        }
    }

    private void writePlain(ThreadSafeMap<KubernetesObject> store, String op, JsonNode args)
            throws IndexerConflictException {
        switch (op) {
            case "add" -> store.add(TraceJson.text(args, "key"), object(args));
            case "update" -> store.update(TraceJson.text(args, "key"), object(args));
            case "delete" -> store.delete(TraceJson.text(args, "key"));
            case "deleteWithObject" -> store.deleteWithObject(TraceJson.text(args, "key"), object(args));
            case "replace" -> {
                Map<String, KubernetesObject> items = new HashMap<>();
                args.path("items").forEachEntry((key, json) -> items.put(key, live(json)));
                store.replace(items, TraceJson.text(args, "resourceVersion"));
            }
            case "resync" -> {} // upstream's does nothing, so the port has no such method
            case "bookmark" -> store.bookmark(TraceJson.text(args, "resourceVersion"));
            case "addIndexers" -> store.addIndexers(indexers(args));
            default -> throw new IllegalArgumentException("no operation " + op);
        }
    }

    /** Upstream skips an entry of an unknown type. The port's type is an enum, so such an entry is left out here. */
    private @Nullable JsonNode transaction(JsonNode array) {
        List<Transaction<KubernetesObject>> steps = new ArrayList<>();
        for (JsonNode json : array) {
            KubernetesObject object = object(json);
            switch (TraceJson.text(json, "type")) {
                case "Add" -> steps.add(new Transaction<>(Transaction.Type.ADD, object));
                case "Update" -> steps.add(new Transaction<>(Transaction.Type.UPDATE, object));
                case "Delete" -> steps.add(new Transaction<>(Transaction.Type.DELETE, object));
                default -> {}
            }
        }
        try {
            ((TransactionStore<KubernetesObject>) requireNonNull(keyed)).transaction(steps);
            return null;
        } catch (TransactionError e) {
            ArrayNode errors = TraceJson.MAPPER.createArrayNode();
            e.errors().forEach(error -> errors.add(StructureWords.of(error).orElse(error.toString())));
            ArrayNode successful = TraceJson.MAPPER.createArrayNode();
            e.successfulIndices().forEach(successful::add);
            ObjectNode result = Difference.object().put("total", e.totalTransactions());
            result.set("successfulIndices", successful);
            return result.set("errors", errors);
        }
    }

    private Optional<KubernetesObject> getByKey(String key) {
        return plain != null ? plain.get(key) : requireNonNull(keyed).getByKey(key);
    }

    private List<String> keys() {
        return plain != null ? plain.listKeys() : requireNonNull(keyed).listKeys();
    }

    private List<KubernetesObject> index(String name, KubernetesObject object) throws IndexException {
        return plain != null ? plain.index(name, object) : requireNonNull(indexer).index(name, object);
    }

    private List<KubernetesObject> byIndex(String name, String value) throws NoSuchIndexException {
        return plain != null ? plain.byIndex(name, value) : requireNonNull(indexer).byIndex(name, value);
    }

    private List<String> indexKeys(String name, String value) throws NoSuchIndexException {
        return plain != null ? plain.indexKeys(name, value) : requireNonNull(indexer).indexKeys(name, value);
    }

    private Collection<String> indexValues(String name) {
        return plain != null ? plain.listIndexFuncValues(name) : requireNonNull(indexer).listIndexFuncValues(name);
    }

    private Map<String, IndexFunc<KubernetesObject>> indexers() {
        return plain != null ? plain.getIndexers() : requireNonNull(indexer).getIndexers();
    }

    private static Map<String, IndexFunc<KubernetesObject>> indexers(JsonNode args) {
        Map<String, IndexFunc<KubernetesObject>> functions = new HashMap<>();
        args.path("indexers").forEachEntry((name, json) ->
                functions.put(name, TraceJson.read(json, StoreSubject.IndexFunction.class)));
        return functions;
    }

    private KubernetesObject object(JsonNode args) {
        return live(args.path("object"));
    }

    private KubernetesObject live(JsonNode json) {
        ConfigMap configMap = ConfigMaps.live(json);
        return mutable ? new Changeable(configMap) : configMap;
    }

    private DeltaObject<KubernetesObject> deltaObject(JsonNode args) {
        return switch (ConfigMaps.deltaObject(args.path("object"))) {
            case DeltaObject.Live<ConfigMap> live -> new DeltaObject.Live<>(object(args));
            case DeletedFinalStateUnknown<ConfigMap> tombstone ->
                new DeletedFinalStateUnknown<>(tombstone.key(), tombstone.object().map(last -> last));
        };
    }

    private static Map<String, String> texts(JsonNode json) {
        Map<String, String> texts = new HashMap<>();
        json.forEachEntry((name, value) -> texts.put(name, value.stringValue()));
        return texts;
    }

    private static JsonNode found(Optional<KubernetesObject> stored) {
        ObjectNode result = Difference.object().put("exists", stored.isPresent());
        stored.ifPresent(object -> result.set("object", json(object)));
        return result;
    }

    private static JsonNode objects(List<? extends @Nullable KubernetesObject> list) {
        ArrayNode array = TraceJson.MAPPER.createArrayNode();
        for (KubernetesObject object : list) {
            if (object == null) {
                array.addNull();
            } else {
                array.add(json(object));
            }
        }
        return Difference.object().set("objects", array);
    }

    private static JsonNode json(KubernetesObject object) {
        return ConfigMaps.json(object instanceof Changeable changeable ? changeable.object : object);
    }

    private static ArrayNode sorted(Collection<String> texts) {
        ArrayNode array = TraceJson.MAPPER.createArrayNode();
        texts.stream().sorted().forEach(array::add);
        return array;
    }

    /** The version under each key, and the content of each index. */
    @Override
    public JsonNode state() {
        ObjectNode state = Difference.object();
        ObjectNode items = state.putObject("items");
        for (String key : keys()) {
            String version = getByKey(key).orElseThrow().metadata().resourceVersion();
            items.put(key, version == null ? "" : version);
        }
        if (plain != null || indexer != null) {
            ObjectNode indices = state.putObject("indices");
            indexers().keySet().forEach(name -> indices.set(name, index(name)));
        }
        if (versions) {
            state.put("resourceVersion", plain != null
                    ? plain.lastStoreSyncResourceVersion()
                    : requireNonNull(keyed).lastStoreSyncResourceVersion());
        }
        return state;
    }

    private JsonNode index(String name) {
        ObjectNode content = Difference.object();
        for (String value : indexValues(name)) {
            try {
                content.set(value, sorted(indexKeys(name, value)));
            } catch (NoSuchIndexException e) {
                throw new IllegalStateException("the index " + name + " has values and does not exist", e);
            }
        }
        return content;
    }

    /** An object whose labels a trace can change behind the store's back. The port's own types are immutable. */
    private static final class Changeable implements KubernetesObject {

        private ConfigMap object;

        Changeable(ConfigMap object) {
            this.object = object;
        }

        void setLabels(Map<String, String> labels) {
            object = new ConfigMap(
                    object.apiVersion(), object.kind(), object.metadata().withLabels(labels), object.data(),
                    object.unknown());
        }

        @Override
        public @Nullable String apiVersion() {
            return object.apiVersion();
        }

        @Override
        public @Nullable String kind() {
            return object.kind();
        }

        @Override
        public ObjectMeta metadata() {
            return object.metadata();
        }
    }
}
