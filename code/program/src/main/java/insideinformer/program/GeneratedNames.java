package insideinformer.program;

import java.util.SplittableRandom;

/**
 * Makes the endings of generated names. Upstream draws them at random. Here they are computed from what the name is
 * for, so that every run makes the same names. If a name is taken, the caller tries the next one.
 *
 * <p>Upstream: {@code k8s.io/apiserver/pkg/storage/names/generate.go, SimpleNameGenerator}.
 */
final class GeneratedNames {

    private static final String LETTERS = "bcdfghjklmnpqrstvwxz2456789"; // no vowels, so no words
    private static final int LONGEST_BASE = 58;

    private GeneratedNames() {}

    /** @param seed who wants the name, and for what; equal seeds give the same name */
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
