package insideinformer.conformance.replay;

import static org.assertj.core.api.Assertions.assertThat;

import insideinformer.conformance.trace.Difference;
import insideinformer.conformance.trace.Trace;
import insideinformer.conformance.trace.TraceJson;
import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.BigIntegerNode;
import tools.jackson.databind.node.BooleanNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/** A test of the replayer: it reports every recording in which one value was falsified. */
class FalsifiedRecordingsTest {

    private final Replayer replayer = new Replayer(Duration.ofSeconds(5));

    /** One way to make a recording wrong: where, and the trace with it. */
    private record Falsification(String where, ObjectNode trace) {}

    @ParameterizedTest
    @ValueSource(strings = {
        "keys-hand", "store-hand", "delta-fifo-hand", "ring-hand", "reflector-hand", "shared-informer-hand",
        "work-queue-hand", "rate-limiter-hand", "backoff-hand", "label-selector-hand",
        "field-selector-hand", "quantity-hand", "resource-list-hand",
        "quota-usage-hand", "quota-scopes-hand", "quota-admission-hand", "quota-sync-hand"
    })
    void a_recording_with_one_value_falsified_is_reported(String file) throws Exception {
        int falsified = 0;
        for (String line : Recordings.lines(file)) {
            for (Falsification wrong : falsifications((ObjectNode) TraceJson.parse(line))) {
                assertThat(replayer.replay(Trace.parse(wrong.trace().toString())))
                        .as("%s of %s", wrong.where(), wrong.trace().path("name"))
                        .isInstanceOf(ReplayOutcome.Differs.class);
                falsified++;
            }
        }
        assertThat(falsified).isGreaterThan(100);
    }

    @Test
    void a_field_that_only_the_port_has_is_reported_where_a_result_is_compared_as_a_whole() throws Exception {
        int shortened = 0;
        for (String line : Recordings.lines("quota-usage-hand")) {
            ObjectNode trace = (ObjectNode) TraceJson.parse(line);
            for (JsonNode step : trace.path("steps")) {
                if (step.path("result") instanceof ObjectNode result && step.path("op").asString().equals("usage")
                        && !result.isEmpty()) {
                    String field = result.propertyNames().iterator().next();
                    JsonNode value = result.remove(field);
                    assertThat(replayer.replay(Trace.parse(trace.toString())))
                            .as("%s without %s", trace.path("name"), field)
                            .isInstanceOf(ReplayOutcome.Differs.class);
                    result.set(field, value);
                    shortened++;
                }
            }
        }
        assertThat(shortened).isGreaterThan(10);
    }

    @Test
    void the_report_names_step_operation_place_and_both_values() throws Exception {
        String line = Recordings.lines("delta-fifo-hand").stream()
                .filter(text -> text.contains("\"delta-fifo/hand-df-127\"")).findFirst().orElseThrow()
                .replace("\"type\":\"Deleted\"", "\"type\":\"Updated\"");

        assertThat(replayer.replay(Trace.parse(line))).isEqualTo(new ReplayOutcome.Differs(
                5, "pop",
                new Difference("result.deltas[1].type", StringNode.valueOf("Updated"), StringNode.valueOf("Deleted"))));
    }

    private static List<Falsification> falsifications(ObjectNode trace) {
        List<Falsification> all = new ArrayList<>();
        ArrayNode steps = (ArrayNode) trace.path("steps");
        for (int i = 0; i < steps.size(); i++) {
            ObjectNode step = (ObjectNode) steps.get(i);
            String at = "step " + (i + 1) + ", " + step.path("op").stringValue() + ", ";
            for (String field : List.of("result", "message", "status", "state")) {
                if (step.has(field)) {
                    falsify(at + field, step.path(field), wrong -> step.set(field, wrong), field.equals("status"),
                            where -> all.add(new Falsification(where, trace.deepCopy())));
                }
            }
            JsonNode error = step.path("error");
            for (String word : List.of("key-error", "closed")) {
                if (!error.asString("").equals(word)) {
                    step.put("error", word);
                    all.add(new Falsification(at + "error " + word, trace.deepCopy()));
                    step.remove("error");
                }
            }
            if (!error.isMissingNode()) {
                all.add(new Falsification(at + "no error", trace.deepCopy()));
                step.set("error", error);
            }
        }
        return all;
    }

    /**
     * Puts one wrong value after another in the place of {@code value}, and the right one back.
     *
     * @param whole whether the value is compared as a whole, so that a field too many or too few is wrong as well
     */
    private static void falsify(
            String path, JsonNode value, Consumer<JsonNode> put, boolean whole, Consumer<String> report) {
        for (JsonNode wrong : wrong(value).toList()) {
            put.accept(wrong);
            report.accept(path + " = " + wrong);
        }
        put.accept(value);
        if (value instanceof ObjectNode object) {
            for (String field : List.copyOf(object.propertyNames())) {
                JsonNode old = object.get(field);
                falsify(path + "." + field, old, changed -> object.set(field, changed), true, report);
                if (whole && !old.isNull()) {
                    object.remove(field);
                    report.accept(path + " without " + field);
                    object.set(field, old);
                }
            }
            if (whole) {
                object.put("surplus", "x");
                report.accept(path + " with a field too many");
                object.remove("surplus");
            }
        }
        if (value instanceof ArrayNode array) {
            for (int i = 0; i < array.size(); i++) {
                int at = i;
                JsonNode old = array.get(i);
                falsify(path + "[" + i + "]", old, changed -> array.set(at, changed), true, report);
                array.remove(i);
                report.accept(path + " without [" + i + "]");
                array.insert(i, old);
            }
            array.add("surplus");
            report.accept(path + " with an element too many");
            array.remove(array.size() - 1);
        }
    }

    private static Stream<JsonNode> wrong(JsonNode value) {
        return switch (value.getNodeType()) {
            case BOOLEAN -> Stream.of(BooleanNode.valueOf(!value.booleanValue()), StringNode.valueOf("true"));
            case NUMBER -> Stream.of(BigIntegerNode.valueOf(value.bigIntegerValue().add(BigInteger.ONE)));
            case STRING -> Stream.of(
                    StringNode.valueOf(value.stringValue() + "x"), BigIntegerNode.valueOf(BigInteger.ONE));
            case OBJECT, ARRAY -> Stream.of(StringNode.valueOf("x"));
            case NULL -> Stream.of(StringNode.valueOf("x"));
            case MISSING, BINARY, POJO -> throw new IllegalArgumentException("not in a recording: " + value);
        };
    }
}
