package insideinformer.conformance.catalogue;

import java.util.regex.Pattern;

/**
 * Something that went wrong in public, with what to try and what is right.
 *
 * @param id for example {@code A1}
 * @param topic the heading above it
 * @param sources where it was reported, or ◆ and where it was found
 * @param scenario Markdown of one line
 */
public record Report(String id, String topic, String sources, String scenario) {

    private static final Pattern PROMISE = Pattern.compile("\\*Right[^*]*:\\* *");

    /** What is right, Markdown of one line; the whole scenario where that is a table of its own. */
    public String promise() {
        String[] parts = PROMISE.split(scenario, 2);
        return parts[parts.length - 1];
    }
}
