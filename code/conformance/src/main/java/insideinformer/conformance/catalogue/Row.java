package insideinformer.conformance.catalogue;

import java.util.Set;

/**
 * One behavior of the Go original. The texts are Markdown without line breaks.
 *
 * @param id for example {@code DF-07}; never reused
 * @param family the id's prefix, for example {@code DF}
 * @param catalogue the catalogue's title
 * @param section the heading above the row
 * @param behavior what the original does; for a row of a sequence table, every cell with its heading
 * @param shownBy how a test sees it; empty for sequence tables and timelines, whose behavior says so itself
 * @param goSource Go file and symbol; empty for sequence tables, because the rows that they belong to name it
 */
public record Row(
        String id,
        String family,
        String catalogue,
        String section,
        String behavior,
        String shownBy,
        String goSource,
        Set<Mark> marks) {

    public Row {
        marks = Set.copyOf(marks);
    }
}
