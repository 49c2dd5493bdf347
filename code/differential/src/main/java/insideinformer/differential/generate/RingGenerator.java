package insideinformer.differential.generate;

import insideinformer.conformance.trace.Difference;
import insideinformer.conformance.trace.TraceJson;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Traces of small rings, so that writes wrap around and the ring grows while they do. */
final class RingGenerator implements TraceGenerator {

    @Override
    public ObjectNode generate(long seed) {
        Dice dice = new Dice("ring", seed);
        ObjectNode config = Difference.object().put("initialSize", dice.of(0, 1, 1, 1, 2, 2, 3, 4, 5, 8, 16, 17));
        Map<String, Integer> base = new LinkedHashMap<>();
        base.put("writeOne", 8);
        base.put("readOne", 7);
        base.put("writeRange", 3);
        base.put("readMany", 2);
        Map<String, Integer> weights = dice.temper(base, List.of("writeOne", "readOne"));
        ArrayNode steps = TraceJson.MAPPER.createArrayNode();
        int next = 1; // values count up, so that every mistake in their order shows
        int held = 0;
        for (int i = dice.between(8, 30); i > 0; i--) {
            String op = dice.weighted(weights);
            ObjectNode step = steps.addObject().put("op", op);
            switch (op) {
                case "writeOne" -> {
                    step.putObject("args").put("value", next++);
                    held++;
                }
                case "writeRange" -> {
                    int count = dice.between(2, dice.percent(10) ? 70 : 12);
                    step.putObject("args").put("from", next).put("count", count);
                    next += count;
                    held += count;
                }
                case "readMany" -> {
                    int count = dice.between(2, 9);
                    step.putObject("args").put("count", count);
                    held = Math.max(0, held - count);
                }
                default -> held = Math.max(0, held - 1);
            }
        }
        steps.addObject().put("op", "readMany").putObject("args").put("count", held + 1);
        return TraceGenerator.trace("ring", seed, config, steps);
    }
}
