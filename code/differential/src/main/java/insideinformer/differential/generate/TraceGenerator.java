package insideinformer.differential.generate;

import insideinformer.conformance.trace.Difference;
import insideinformer.conformance.trace.Trace;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Makes traces of one subject, without answers. A trace depends only on its seed. Names and values are few, so that
 * they often collide. A generator avoids the cases in which the port deviates on purpose.
 */
public interface TraceGenerator {

    /** A whole trace, as a recorder reads it. */
    ObjectNode generate(long seed);

    /** Puts the parts of a trace together. */
    static ObjectNode trace(String subject, long seed, ObjectNode config, ArrayNode steps) {
        ObjectNode trace = Difference.object()
                .put("format", Trace.FORMAT)
                .put("subject", subject)
                .put("name", "%s/%04d".formatted(subject, seed))
                .put("seed", seed);
        if (!config.isEmpty()) {
            trace.set("config", config);
        }
        return trace.set("steps", steps);
    }
}
