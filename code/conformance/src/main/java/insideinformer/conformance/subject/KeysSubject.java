package insideinformer.conformance.subject;

import insideinformer.api.ConfigMap;
import insideinformer.conformance.trace.Difference;
import insideinformer.conformance.trace.TraceJson;
import insideinformer.store.DeletedObject;
import insideinformer.store.IndexException;
import insideinformer.store.Keys;
import insideinformer.store.ObjectName;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Key functions and object names. The object under test has no state, because these are all functions. */
final class KeysSubject implements TraceSubject {

    @Override
    public String name() {
        return "keys";
    }

    @Override
    public Set<String> optionalRows() {
        return Set.of("KY-11", "KY-13");
    }

    @Override
    public Optional<String> word(Throwable failure) {
        return StructureWords.of(failure);
    }

    record Config(@Nullable List<String> optional, boolean untyped) {}

    @Override
    public UnderTest make(JsonNode config) {
        TraceJson.read(config, Config.class);
        return new Functions();
    }

    private static final class Functions implements UnderTest {

        @Override
        public JsonNode perform(String op, JsonNode args) throws Exception {
            return switch (op) {
                case "metaNamespaceKey" -> key(Keys.metaNamespaceKey(object(args)));
                case "deletionHandlingKey" -> key(Keys.deletionHandlingMetaNamespaceKey(object(args)));
                case "objectToName" -> name(Keys.objectToName(object(args)));
                case "deletionHandlingObjectToName" -> name(Keys.deletionHandlingObjectToName(object(args)));
                case "splitMetaNamespaceKey" -> name(Keys.splitMetaNamespaceKey(TraceJson.text(args, "key")));
                case "parseObjectName" -> {
                    ObjectName name = ObjectName.parse(TraceJson.text(args, "key"));
                    yield Difference.object()
                            .put("namespace", name.namespace()).put("name", name.name()).put("text", name.toString());
                }
                case "objectName" -> {
                    ObjectName name = new ObjectName(TraceJson.text(args, "namespace"), TraceJson.text(args, "name"));
                    yield Difference.object()
                            .put("text", name.toString())
                            .put("namespacedNameText", name.asNamespacedName().toString());
                }
                case "indexFuncToKey" -> key(Keys.<String>indexFuncToKeyFuncAdapter(object -> {
                    if (args.path("fail").asBoolean(false)) {
                        throw new IndexException("this value is not indexed", null);
                    }
                    return args.path("values").values().stream().map(JsonNode::asString).toList();
                }).key(""));
                case "deletedObject" -> {
                    DeletedObject<ConfigMap> deleted = deleted(args.path("object"));
                    yield Difference.object()
                            .put("key", deleted.key())
                            .put("namespace", deleted.objectName().namespace())
                            .put("name", deleted.objectName().name());
                }
                default -> throw new IllegalArgumentException("no operation " + op);
            };
        }

        private static @Nullable Object object(JsonNode args) {
            return ConfigMaps.any(args.path("object"));
        }

        /** Upstream's deleted object can also hold nothing at all. */
        private static DeletedObject<ConfigMap> deleted(JsonNode json) {
            return json.isNull()
                    ? new DeletedObject<>(Optional.empty(), Optional.empty())
                    : DeletedObject.of(ConfigMaps.deltaObject(json));
        }

        private static JsonNode key(String key) {
            return Difference.object().put("key", key);
        }

        private static JsonNode name(ObjectName name) {
            return Difference.object().put("namespace", name.namespace()).put("name", name.name());
        }

        /** Functions have no state. */
        @Override
        public JsonNode state() {
            return Difference.object();
        }
    }
}
