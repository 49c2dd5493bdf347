package insideinformer.program;

import java.util.SplittableRandom;

/**
 * The ends of names that controllers make up. Upstream draws them at random; here they follow from what they are for, so
 * that every run makes the same ones. Whoever uses one takes the next if it is taken.
 *
 * <p>Upstream: {@code k8s.io/apiserver/pkg/storage/names/generate.go, SimpleNameGenerator}.
 */
final class GeneratedNames {

    private static final String LETTERS = "bcdfghjklmnpqrstvwxz2456789"; // no vowels, so no words
    private static final int LONGEST_BASE = 58;

    private GeneratedNames() {}

    /** @param seed who wants the name, and for what; equal ones get the same name */
    static String of(String base, String seed) {
        return base.substring(0, Math.min(base.length(), LONGEST_BASE)) + letters(seed, 5);
    }

    static String letters(String seed, int count) {
        long start = 1125899906842597L;
        for (int i = 0; i < seed.length(); i++) {
            start = 31 * start + seed.charAt(i);
        }
        SplittableRandom random = new SplittableRandom(start);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < count; i++) {
            text.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
        }
        return text.toString();
    }
}
