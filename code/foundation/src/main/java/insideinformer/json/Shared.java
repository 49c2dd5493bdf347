package insideinformer.json;

import java.util.Arrays;

/**
 * Keeps one copy of equal texts, because thousands of objects have the same labels, node names, images and unknown
 * fields.
 *
 * <p>Each table has a fixed size. The hash of a text says in which slot it stands, until another text takes the slot.
 * There is no lock: texts are immutable, so a race can only lead to a second copy.
 */
final class Shared {

    private static final int SLOTS = 4096; // a power of two
    private static final int LONGEST_STRING = 64; // characters
    private static final int LONGEST_JSON = 512; // bytes
    private static final int SAMPLES = 32; // bytes

    private static final String[] STRINGS = new String[SLOTS];
    private static final RawJson[] JSON = new RawJson[SLOTS];

    static {
        Arrays.fill(STRINGS, "");
        Arrays.fill(JSON, RawJson.NULL);
    }

    private Shared() {}

    static String string(String fresh) {
        if (fresh.length() > LONGEST_STRING) {
            return fresh;
        }
        int slot = slot(fresh.hashCode());
        String known = STRINGS[slot];
        if (known.equals(fresh)) {
            return known;
        }
        STRINGS[slot] = fresh;
        return fresh;
    }

    static RawJson json(byte[] utf8, int from, int to) {
        if (to - from > LONGEST_JSON) {
            return new RawJson(Arrays.copyOfRange(utf8, from, to));
        }
        int hash = to - from;
        int step = 1 + (to - from) / SAMPLES;
        for (int i = to - 1; i >= from; i -= step) { // some bytes are enough to find a slot; then all are compared
            hash = 31 * hash + utf8[i];
        }
        int slot = slot(hash);
        RawJson known = JSON[slot];
        if (known.hasText(utf8, from, to)) {
            return known;
        }
        RawJson fresh = new RawJson(Arrays.copyOfRange(utf8, from, to));
        JSON[slot] = fresh;
        return fresh;
    }

    private static int slot(int hash) {
        return (hash ^ hash >>> 16) & SLOTS - 1;
    }
}
