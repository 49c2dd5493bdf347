package insideinformer.conformance.subject;

import insideinformer.conformance.trace.Difference;
import insideinformer.conformance.trace.TraceJson;
import insideinformer.processor.RingGrowing;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** RingGrowing, filled with whole numbers. */
final class RingSubject implements TraceSubject {

    @Override
    public String name() {
        return "ring";
    }

    @Override
    public Set<String> optionalRows() {
        return Set.of();
    }

    @Override
    public Optional<String> word(Throwable failure) {
        return Optional.empty();
    }

    record Config(int initialSize) {}

    @Override
    public UnderTest make(JsonNode json) {
        return new RingUnderTest(new RingGrowing<>(TraceJson.read(json, Config.class).initialSize()));
    }

    private record RingUnderTest(RingGrowing<Long> ring) implements UnderTest {

        @Override
        public @Nullable JsonNode perform(String op, JsonNode args) {
            switch (op) {
                case "writeOne" -> ring.writeOne(TraceJson.number(args, "value"));
                case "writeRange" -> {
                    long from = TraceJson.number(args, "from");
                    for (long i = 0; i < TraceJson.number(args, "count"); i++) {
                        ring.writeOne(from + i);
                    }
                }
                case "readOne" -> {
                    ObjectNode read = Difference.object();
                    ring.readOne().ifPresentOrElse(value -> read.put("value", value), () -> read.putNull("value"));
                    return read;
                }
                case "readMany" -> {
                    ObjectNode read = Difference.object();
                    ArrayNode values = read.putArray("values");
                    for (long i = 0; i < TraceJson.number(args, "count"); i++) {
                        ring.readOne().ifPresent(values::add);
                    }
                    return read;
                }
                default -> throw new IllegalArgumentException("no operation " + op);
            }
            return null;
        }

        @Override
        public JsonNode state() {
            return Difference.object().put("len", ring.len()).put("cap", ring.cap());
        }
    }
}
