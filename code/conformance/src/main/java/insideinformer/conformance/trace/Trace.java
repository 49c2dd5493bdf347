package insideinformer.conformance.trace;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * A recording: operations, and what the original answered to each.
 *
 * @param subject what the operations were done on, for example {@code delta-fifo}
 * @param name unique; reports name differences by it
 * @param config how the object under test is made; an empty object if the trace has none
 */
public record Trace(String subject, String name, JsonNode config, List<Step> steps) {

    /** The only format there is. */
    public static final int FORMAT = 1;

    public Trace {
        steps = List.copyOf(steps);
    }

    /**
     * One operation and its recorded answer. What the recording leaves out is a missing node.
     *
     * @param args an empty object if there are none
     * @param error the word for its failure
     * @param message the failure's text, where users see it
     * @param status the failure's shape, where users see it
     */
    public record Step(
            String op, JsonNode args, JsonNode result, JsonNode error, JsonNode message, JsonNode status,
            JsonNode state) {}

    /**
     * Reads one line of a trace file.
     *
     * @throws UnreadableTraceException if it is no trace of the format that this replayer reads
     */
    public static Trace parse(String line) throws UnreadableTraceException {
        JsonNode tree = TraceJson.parse(line);
        JsonNode format = tree.path("format");
        if (!format.isIntegralNumber() || format.bigIntegerValue().intValueExact() != FORMAT) {
            String found = format.isMissingNode() ? "is missing" : format.toString();
            throw new UnreadableTraceException("format " + found + "; this replayer reads format " + FORMAT);
        }
        String subject = text(tree, "subject");
        String name = text(tree, "name");
        if (!tree.path("steps").isArray()) {
            throw new UnreadableTraceException("trace " + name + " has no array \"steps\"");
        }
        List<Step> steps = new ArrayList<>();
        for (JsonNode step : tree.path("steps")) {
            steps.add(new Step(
                    text(step, "op"), object(step, "args"),
                    step.path("result"), step.path("error"), step.path("message"), step.path("status"),
                    step.path("state")));
        }
        return new Trace(subject, name, object(tree, "config"), steps);
    }

    private static String text(JsonNode parent, String field) throws UnreadableTraceException {
        JsonNode value = parent.path(field);
        if (!value.isString()) {
            throw new UnreadableTraceException("no text \"" + field + "\" in " + TraceJson.shorten(parent));
        }
        return value.stringValue();
    }

    private static JsonNode object(JsonNode parent, String field) throws UnreadableTraceException {
        JsonNode value = parent.path(field);
        if (value.isMissingNode()) {
            return TraceJson.MAPPER.createObjectNode();
        }
        if (!value.isObject()) {
            throw new UnreadableTraceException("\"" + field + "\" is no object in " + TraceJson.shorten(parent));
        }
        return value;
    }
}
