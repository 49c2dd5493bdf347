package insideinformer.conformance.catalogue;

import java.util.regex.Pattern;

/**
 * A failure that somebody reported in public: what happened, how to try it, and what would be right.
 *
 * @param id for example {@code A1}
 * @param topic the heading above it
 * @param sources where it was reported; after a ◆, where we found it ourselves
 * @param scenario Markdown of one line
 */
public record PublicReport(String id, String topic, String sources, String scenario) {

    private static final Pattern PROMISE = Pattern.compile("\\*Right[^*]*:\\* *");

    /** What would be right, as Markdown of one line. If the scenario is a table of its own, the whole scenario. */
    public String promise() {
        String[] parts = PROMISE.split(scenario, 2);
        return parts[parts.length - 1];
    }
}
