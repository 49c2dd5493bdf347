package insideinformer.differential.generate;

import insideinformer.conformance.trace.Difference;
import insideinformer.conformance.trace.TraceJson;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Traces of stores: few names, and labels and tags that move objects between indexed values. An index function fails
 * only for an object in a question, never for a stored one, because upstream panics then.
 */
final class StoreGenerator implements TraceGenerator {

    private static final List<String> NAMES = List.of("a", "a", "b", "c");
    private static final List<String> NAMESPACES = List.of("", "n1", "n1", "n2");
    private static final List<String> APPS = List.of("x", "x", "y", "");
    private static final List<String> TAGS = List.of("foo", "foo,bar", "bar,baz", "foo,foo", "", "foo,", "baz", ",");
    private static final List<String> INDEXES = List.of("namespace", "app", "tags", "all", "none");
    private static final List<String> SELECTORS = 
            List.of("", "", "app", "app=x", "app!=x", "app in (x,y)", "!app", "app=x,app=y");

    @Override
    public ObjectNode generate(long seed) {
        return new Run(seed).trace(seed);
    }

    /** The making of one trace. */
    private static final class Run {

        private final Dice dice;
        private final ObjectNode config = Difference.object();
        private final ArrayNode steps = TraceJson.MAPPER.createArrayNode();
        private final String kind;
        private final boolean bad;
        private final boolean boom;
        private final boolean transactions;
        private final boolean versions;
        private final TreeSet<String> keys = new TreeSet<>(); // given to a write so far
        private int version;

        Run(long seed) {
            dice = new Dice("store", seed);
            kind = dice.of("indexer", "indexer", "indexer", "indexer", "thread-safe", "thread-safe", "store");
            config.put("kind", kind);
            boolean plain = kind.equals("thread-safe");
            if (!plain) {
                config.put("keyFunction", dice.of("meta-namespace", "deletion-handling"));
            }
            bad = !plain && dice.percent(80);
            if (bad) {
                config.put("badName", "bad");
            }
            boolean transforms = !plain && dice.percent(15);
            boom = transforms;
            if (transforms) {
                config.set("transformer", transformer());
            }
            if (!kind.equals("store")) {
                ObjectNode indexers = indexers(dice.between(0, 4));
                if (!indexers.isEmpty()) {
                    config.set("indexers", indexers);
                }
            }
            transactions = !plain && dice.percent(20);
            versions = dice.percent(15);
            ArrayNode optional = TraceJson.MAPPER.createArrayNode();
            if (transforms) {
                optional.add("ST-08");
            }
            if (transactions) {
                optional.add("ST-09");
            }
            if (versions) {
                optional.add("ST-28");
            }
            if (!optional.isEmpty()) {
                config.set("optional", optional);
            }
        }

        ObjectNode trace(long seed) {
            Map<String, Integer> base = new LinkedHashMap<>();
            base.put("add", 6);
            base.put("update", 5);
            base.put("delete", 6);
            base.put("replace", 3);
            base.put("getByKey", 4);
            base.put("list", 4);
            base.put("listKeys", 2);
            base.put("resync", 1);
            if (versions) {
                base.put("bookmark", 2);
            }
            if (transactions) {
                base.put("transaction", 5);
            }
            if (kind.equals("thread-safe")) {
                base.put("deleteWithObject", 3);
            } else {
                base.put("get", 3);
                base.put("listAll", 2);
            }
            if (!kind.equals("store")) {
                base.put("index", 4);
                base.put("byIndex", 4);
                base.put("indexKeys", 3);
                base.put("listIndexFuncValues", 3);
                base.put("getIndexers", 1);
                base.put("addIndexers", 2);
            }
            if (kind.equals("indexer")) {
                base.put("listAllByNamespace", 3);
                base.put("listerGet", 2);
            }
            Map<String, Integer> weights = dice.temper(base, List.of("add"));
            for (int i = dice.between(0, 5); i > 0; i--) {
                operation("add");
            }
            for (int i = dice.between(9, 20); i > 0; i--) {
                operation(dice.weighted(weights));
            }
            return TraceGenerator.trace("store", seed, config, steps);
        }

        private void operation(String op) {
            if (op.equals("list") || op.equals("listKeys") || op.equals("resync") || op.equals("getIndexers")) {
                steps.addObject().put("op", op);
                return;
            }
            ObjectNode args = steps.addObject().put("op", op).putObject("args");
            switch (op) {
                case "add", "update", "deleteWithObject" -> write(args);
                case "delete" -> delete(args);
                case "replace" -> replace(args);
                case "get" -> args.set("object", dice.percent(75) ? objectInUse() : object());
                case "getByKey" -> args.put("key", key());
                case "index" -> {
                    ObjectNode asked = dice.percent(75) ? objectInUse() : object();
                    boolean fails = dice.percent(10);
                    if (fails) {
                        meta(asked).putObject("labels").put("app", "unindexed");
                    }
                    args.put("index", fails ? "app" : indexName()).set("object", asked);
                }
                case "byIndex", "indexKeys" -> {
                    String index = indexName();
                    args.put("index", index).put("value", value(index));
                }
                case "listIndexFuncValues" -> args.put("index", indexName());
                case "addIndexers" -> args.set("indexers", indexers(dice.between(1, 2)));
                case "bookmark" -> args.put("resourceVersion", Integer.toString(dice.between(1, 30)));
                case "listAll" -> selector(args);
                case "listAllByNamespace" -> {
                    args.put("namespace", dice.of(NAMESPACES));
                    selector(args);
                }
                case "listerGet" -> {
                    String key = key();
                    int slash = key.indexOf('/');
                    if (dice.percent(60)) {
                        args.put("namespace", slash < 0 ? "" : key.substring(0, slash));
                        args.put("name", key.substring(slash + 1));
                    } else {
                        args.put("name", key);
                    }
                }
                default -> transaction(args.putArray("transactions"));
            }
        }

        private void write(ObjectNode args) {
            ObjectNode object = object();
            if (kind.equals("thread-safe")) {
                args.put("key", keyOf(object));
            }
            args.set("object", object);
        }

        private void delete(ObjectNode args) {
            if (kind.equals("thread-safe")) {
                args.put("key", key());
            } else if (dice.percent(25)) {
                ObjectNode tombstone = args.putObject("object").putObject("tombstone").put("key", key());
                if (dice.percent(60)) {
                    tombstone.set("object", object());
                }
            } else {
                args.set("object", dice.percent(75) ? objectInUse() : object());
            }
        }

        private void replace(ObjectNode args) {
            boolean plain = kind.equals("thread-safe");
            ObjectNode items = Difference.object();
            ArrayNode objects = TraceJson.MAPPER.createArrayNode();
            for (int i = dice.between(0, 4); i > 0; i--) {
                ObjectNode object = object();
                objects.add(object);
                items.set(keyOf(object), object);
            }
            args.set(plain ? "items" : "objects", plain ? items : objects);
            args.put("resourceVersion", Integer.toString(version));
        }

        private void transaction(ArrayNode array) {
            for (int i = dice.between(0, 4); i > 0; i--) {
                array.addObject().put("type", dice.of("Add", "Update", "Delete")).set("object", object());
            }
        }

        private void selector(ObjectNode args) {
            if (dice.percent(8)) {
                args.put("selectNothing", true);
            } else {
                args.put("selector", dice.of(SELECTORS));
            }
        }

        private String indexName() {
            List<String> names = new ArrayList<>(config.path("indexers").propertyNames());
            return names.isEmpty() || dice.percent(25) ? dice.of(INDEXES) : dice.of(names);
        }

        private String value(String index) {
            if (dice.percent(15)) {
                return dice.of("nobody", "");
            }
            return switch (index) {
                case "namespace" -> dice.of(NAMESPACES);
                case "app" -> dice.of(APPS);
                case "all" -> dice.of("all", "more");
                default -> dice.of("foo", "bar", "baz", "");
            };
        }

        private String key() {
            return keys.isEmpty() || dice.percent(25)
                    ? dice.of("a", "b", "n1/a", "n2/c", "x/y/z")
                    : dice.of(List.copyOf(keys));
        }

        private String keyOf(JsonNode object) {
            String namespace = object.path("metadata").path("namespace").asString("");
            String name = object.path("metadata").path("name").asString("");
            return namespace.isEmpty() ? name : namespace + "/" + name;
        }

        private ObjectNode object() {
            if (bad && dice.percent(5)) {
                return object("", "bad");
            }
            if (boom && dice.percent(10)) {
                return object("", "boom");
            }
            ObjectNode object = object(dice.of(NAMESPACES), dice.of(NAMES));
            keys.add(keyOf(object));
            return object;
        }

        /** Another version of an object that was written. */
        private ObjectNode objectInUse() {
            if (keys.isEmpty()) {
                return object();
            }
            String key = dice.of(List.copyOf(keys));
            int slash = key.indexOf('/');
            return object(key.substring(0, Math.max(slash, 0)), key.substring(slash + 1));
        }

        private ObjectNode object(String namespace, String name) {
            version++;
            ObjectNode object = Difference.object().put("kind", "ConfigMap").put("apiVersion", "v1");
            ObjectNode meta = object.putObject("metadata").put("name", name);
            if (!namespace.isEmpty()) {
                meta.put("namespace", namespace);
            }
            if (!dice.percent(4)) {
                meta.put("resourceVersion", Integer.toString(version));
            }
            if (dice.percent(65)) {
                meta.putObject("labels").put("app", dice.of(APPS));
            }
            if (dice.percent(65)) {
                meta.putObject("annotations").put("tags", dice.of(TAGS));
            }
            return object;
        }

        private static ObjectNode meta(ObjectNode object) {
            return (ObjectNode) object.path("metadata");
        }

        private ObjectNode indexers(int number) {
            ObjectNode indexers = Difference.object();
            for (int i = number; i > 0; i--) {
                String name = dice.of(INDEXES);
                ObjectNode function = indexers.putObject(name);
                switch (name) {
                    case "namespace" -> function.put("type", "namespace");
                    case "app" -> function.put("type", "label").put("key", "app").put("failOn", "unindexed");
                    case "tags" -> function.put("type", "annotation-list").put("key", "tags");
                    case "all" -> function.put("type", "constant").putArray("values").add("all").add("more").add("all");
                    default -> function.put("type", "constant");
                }
            }
            return indexers;
        }

        private JsonNode transformer() {
            ObjectNode json = Difference.object().put("failName", "boom");
            if (dice.percent(50)) {
                json.putArray("drop").add(dice.of("metadata.labels", "metadata.annotations"));
            }
            if (dice.percent(60)) {
                json.put("bump", true);
            }
            if (dice.percent(40)) {
                json.putObject("rename").put(dice.of("a", "b"), dice.of("z", "c"));
            }
            return json;
        }
    }
}
