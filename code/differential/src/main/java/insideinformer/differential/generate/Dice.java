package insideinformer.differential.generate;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * The random source of one trace. {@link Random} is specified to the last bit, so that a seed means the same
 * everywhere.
 */
final class Dice {

    private final Random random;

    Dice(String subject, long seed) {
        random = new Random(seed * 0x9E3779B97F4A7C15L + subject.hashCode());
    }

    /** From 0 to {@code bound} - 1. */
    int below(int bound) {
        return random.nextInt(bound);
    }

    int between(int least, int most) {
        return least + below(most - least + 1);
    }

    boolean percent(int chance) {
        return below(100) < chance;
    }

    @SafeVarargs
    final <T> T of(T... choices) {
        return choices[below(choices.length)];
    }

    <T> T of(List<T> choices) {
        return choices.get(below(choices.size()));
    }

    /**
     * Makes traces differ from one another: it multiplies each weight by 0, 1, 1, 1 or 3. Weights of {@code always}
     * never become 0.
     */
    <T> Map<T, Integer> temper(Map<T, Integer> weights, List<T> always) {
        Map<T, Integer> tempered = new LinkedHashMap<>();
        weights.forEach((choice, weight) -> {
            int factor = of(0, 1, 1, 1, 3);
            tempered.put(choice, weight * (factor == 0 && always.contains(choice) ? 1 : factor));
        });
        return tempered;
    }

    /** One of the choices, as often as its weight says. */
    <T> T weighted(Map<T, Integer> weights) {
        int left = below(weights.values().stream().mapToInt(Integer::intValue).sum());
        for (Map.Entry<T, Integer> choice : weights.entrySet()) {
            left -= choice.getValue();
            if (left < 0) {
                return choice.getKey();
            }
        }
        throw new IllegalStateException("weights are not negative");
    }
}
