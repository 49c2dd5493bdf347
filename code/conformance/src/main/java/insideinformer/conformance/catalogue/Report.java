package insideinformer.conformance.catalogue;

/**
 * Something that went wrong in public, with what to try and what is right.
 *
 * @param id for example {@code A1}
 * @param topic the heading above it
 * @param sources where it was reported, or ◆ and where it was found
 * @param scenario Markdown of one line
 */
public record Report(String id, String topic, String sources, String scenario) {}
