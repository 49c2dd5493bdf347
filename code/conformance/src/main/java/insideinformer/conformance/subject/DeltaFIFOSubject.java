package insideinformer.conformance.subject;

import insideinformer.api.ConfigMap;
import insideinformer.conformance.trace.Difference;
import insideinformer.conformance.trace.TraceJson;
import insideinformer.deltafifo.Delta;
import insideinformer.deltafifo.DeltaFIFO;
import insideinformer.deltafifo.DeltaFIFOOptions;
import insideinformer.deltafifo.DeltaType;
import insideinformer.deltafifo.Deltas;
import insideinformer.deltafifo.FIFOClosedException;
import insideinformer.deltafifo.PopResult;
import insideinformer.store.Keys;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** DeltaFIFO. The trace decides what its known objects and its consumer do. */
final class DeltaFIFOSubject implements TraceSubject {

    @Override
    public String name() {
        return "delta-fifo";
    }

    @Override
    public Set<String> optionalRows() {
        return Set.of();
    }

    @Override
    public Optional<String> word(Throwable failure) {
        return StructureWords.of(failure);
    }

    record Config(
            @Nullable String name,
            @Nullable String badName,
            boolean emitDeltaTypeReplaced,
            @Nullable Known known,
            @Nullable Transformation transformer) {}

    record Known(List<JsonNode> entries, String consumer) {}

    @Override
    public UnderTest make(JsonNode json) {
        Config config = TraceJson.read(json, Config.class);
        DeltaFIFOOptions.Builder<ConfigMap> options = DeltaFIFOOptions.builder();
        options.emitDeltaTypeReplaced(config.emitDeltaTypeReplaced());
        if (config.name() != null) {
            options.name(config.name());
        }
        if (config.badName() != null) {
            options.keyFunction(new ConfigMaps.BadName<>(Keys.metaNamespaceKeyFunc(), config.badName()));
        }
        if (config.transformer() != null) {
            options.transformer(config.transformer());
        }
        KnownObjects known = new KnownObjects();
        if (config.known() == null) {
            return new QueueUnderTest(new DeltaFIFO<>(options.build()), known, false);
        }
        config.known().entries().forEach(known::put);
        options.knownObjects(known);
        return new QueueUnderTest(
                new DeltaFIFO<>(options.build()), known, config.known().consumer().equals("apply"));
    }

    /** The process function throws it if the trace says so. */
    private static final class ProcessException extends Exception {}

    private static final class ProcessPanic extends RuntimeException {}

    private record QueueUnderTest(DeltaFIFO<ConfigMap> queue, KnownObjects known, boolean consumerApplies)
            implements UnderTest {

        @Override
        public @Nullable JsonNode perform(String op, JsonNode args) throws Exception {
            switch (op) {
                case "add" -> queue.add(ConfigMaps.live(args.path("object")));
                case "update" -> queue.update(ConfigMaps.live(args.path("object")));
                case "delete" -> queue.delete(ConfigMaps.deltaObject(args.path("object")));
                case "replace" ->
                    queue.replace(ConfigMaps.list(args.path("objects")), TraceJson.text(args, "resourceVersion"));
                case "resync" -> queue.resync();
                case "close" -> queue.close();
                case "pop" -> {
                    return pop(args.path("process").asString(""));
                }
                case "keyOf" -> {
                    String key = args.has("deltas")
                            ? queue.keyOf(deltas(args.path("deltas")))
                            : queue.keyOf(ConfigMaps.deltaObject(args.path("object")));
                    return Difference.object().put("key", key);
                }
                case "oldestNewest" -> {
                    Deltas<ConfigMap> deltas = deltas(args.path("deltas"));
                    ObjectNode ends = Difference.object();
                    deltas.oldest().ifPresent(oldest -> ends.set("oldest", json(oldest)));
                    deltas.newest().ifPresent(newest -> ends.set("newest", json(newest)));
                    return ends;
                }
                case "name" -> {
                    return Difference.object().put("name", queue.hasSyncedChecker().name());
                }
                case "knownPut" -> known.put(args);
                case "knownDelete" -> known.remove(TraceJson.text(args, "key"));
                default -> throw new IllegalArgumentException("no operation " + op);
            }
            return null;
        }

        private JsonNode pop(String process) throws FIFOClosedException {
            ObjectNode seen = Difference.object();
            AtomicReference<Deltas<ConfigMap>> given = new AtomicReference<>();
            try {
                PopResult<ConfigMap> popped = queue.pop((deltas, isInInitialList) -> {
                    seen.set("deltas", json(deltas));
                    seen.put("isInInitialList", isInInitialList);
                    given.set(deltas);
                    switch (process) {
                        case "error" -> throw new ProcessException();
                        case "panic" -> throw new ProcessPanic();
                        default -> {
                            if (consumerApplies) {
                                known.apply(deltas);
                            }
                        }
                    }
                });
                if (!popped.deltas().equals(given.get())) {
                    seen.put("process", "pop returned other deltas: " + popped.deltas());
                } else if (popped.error().isPresent()) {
                    Exception error = popped.error().get();
                    seen.put("process", error instanceof ProcessException ? "error" : error.toString());
                }
            } catch (ProcessPanic e) {
                seen.put("process", "panic");
            }
            return seen;
        }

        private static Deltas<ConfigMap> deltas(JsonNode array) {
            List<Delta<ConfigMap>> list = new ArrayList<>();
            for (JsonNode json : array) {
                list.add(new Delta<>(type(TraceJson.text(json, "type")), ConfigMaps.deltaObject(json.path("object"))));
            }
            return new Deltas<>(list);
        }

        private static DeltaType type(String text) {
            for (DeltaType type : DeltaType.values()) {
                if (type.toString().equals(text)) {
                    return type;
                }
            }
            throw new IllegalArgumentException("no delta type " + text);
        }

        private static ArrayNode json(Deltas<ConfigMap> deltas) {
            ArrayNode array = TraceJson.MAPPER.createArrayNode();
            deltas.forEach(delta -> array.add(json(delta)));
            return array;
        }

        private static JsonNode json(Delta<ConfigMap> delta) {
            ObjectNode json = Difference.object().put("type", delta.type().toString());
            return json.set("object", ConfigMaps.json(delta.object()));
        }

        @Override
        public JsonNode state() {
            return Difference.object().put("hasSynced", queue.hasSynced()).put("isClosed", queue.isClosed());
        }

        /** Ends a pop that waits. */
        @Override
        public void close() {
            queue.close();
        }
    }
}
