package insideinformer.conformance.subject;

import insideinformer.api.ConfigMap;
import insideinformer.api.KubernetesObject;
import insideinformer.conformance.trace.TraceJson;
import insideinformer.store.IndexException;
import insideinformer.store.IndexFunc;
import insideinformer.store.Indexer;
import insideinformer.store.KeyFunc;
import insideinformer.store.Keys;
import insideinformer.store.Stores;
import insideinformer.store.ThreadSafeMap;
import insideinformer.store.TransformFunc;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Store, Indexer and ThreadSafeStore with their indexes, and the functions that list what is in them. */
final class StoreSubject implements TraceSubject {

    @Override
    public String name() {
        return "store";
    }

    @Override
    public Set<String> optionalRows() {
        return Set.of("ST-08", "ST-09", "ST-28");
    }

    @Override
    public Optional<String> word(Throwable failure) {
        return StructureWords.of(failure);
    }

    @Override
    public boolean isBag(String op, String field) {
        return field.equals("objects");
    }

    record Config(
            String kind,
            @Nullable String keyFunction,
            @Nullable String badName,
            @Nullable Transformation transformer,
            @Nullable Map<String, IndexFunction> indexers,
            @Nullable List<String> optional,
            boolean mutable) {}

    /** An index function, described by a trace. */
    record IndexFunction(
            String type, @Nullable String key, @Nullable String failOn, @Nullable List<String> values)
            implements IndexFunc<KubernetesObject> {

        @Override
        public List<String> values(KubernetesObject object) throws IndexException {
            return switch (type) {
                case "namespace" ->
                    List.copyOf(IndexFunc.<KubernetesObject>metaNamespaceIndexFunc().values(object));
                case "constant" -> values == null ? List.of() : values;
                case "label" -> {
                    String value = object.metadata().labels().get(key);
                    if (value != null && value.equals(failOn)) {
                        throw new IndexException("the value " + value + " is not indexed", null);
                    }
                    yield value == null ? List.of() : List.of(value);
                }
                case "annotation-list" -> {
                    String list = object.metadata().annotations().get(key);
                    yield list == null ? List.of() : Arrays.asList(list.split(",", -1));
                }
                default -> throw new IllegalArgumentException("no index function " + type);
            };
        }
    }

    @Override
    public UnderTest make(JsonNode json) {
        Config config = TraceJson.read(json, Config.class);
        KeyFunc<KubernetesObject> key = switch (config.keyFunction()) {
            case "meta-namespace" -> Keys.metaNamespaceKeyFunc();
            case "deletion-handling" -> Keys.deletionHandlingMetaNamespaceKeyFunc();
            case null -> Keys.metaNamespaceKeyFunc();
            default -> throw new IllegalArgumentException("no key function " + config.keyFunction());
        };
        if (config.badName() != null) {
            key = new ConfigMaps.BadName<>(key, config.badName());
        }
        Transformation transformation = config.transformer();
        @Nullable TransformFunc<KubernetesObject> transformer =
                transformation == null ? null : object -> transformation.transform((ConfigMap) object);
        Map<String, IndexFunc<KubernetesObject>> indexers =
                config.indexers() == null ? Map.of() : Map.copyOf(config.indexers());
        boolean versions = config.optional() != null && config.optional().contains("ST-28");
        return switch (config.kind()) {
            case "store" -> new StoreUnderTest(
                    transformer == null ? Stores.newStore(key) : Stores.newStore(key, transformer),
                    null, null, config.mutable(), versions);
            case "indexer" -> {
                Indexer<KubernetesObject> indexer = transformer == null
                        ? Stores.newIndexer(key, indexers)
                        : Stores.newIndexer(key, indexers, transformer);
                yield new StoreUnderTest(indexer, indexer, null, config.mutable(), versions);
            }
            case "thread-safe" ->
                new StoreUnderTest(null, null, new ThreadSafeMap<>(indexers), config.mutable(), versions);
            default -> throw new IllegalArgumentException("no kind of store " + config.kind());
        };
    }
}
