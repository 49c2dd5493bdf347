package insideinformer.soak;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;

/** A range of seeds, from the first to the last. */
record Seeds(long first, long last) {

    private static final Pattern TEXT = Pattern.compile("(\\d{1,18})(?:\\.\\.(\\d{1,18}))?");

    Seeds {
        if (last < first) {
            throw new IllegalArgumentException(
                    "seeds " + first + ".." + last + " are not a range; write the larger number last");
        }
    }

    /** @param text {@code 4711} or {@code 1..300} */
    static Seeds parse(String text) {
        Matcher seeds = TEXT.matcher(text);
        if (!seeds.matches()) {
            throw new IllegalArgumentException("'" + text + "' is not a range of seeds; write 4711 or 1..300");
        }
        long first = Long.parseLong(seeds.group(1));
        return new Seeds(first, seeds.group(2) == null ? first : Long.parseLong(seeds.group(2)));
    }

    LongStream stream() {
        return LongStream.rangeClosed(first, last);
    }

    long count() {
        return last - first + 1;
    }
}
