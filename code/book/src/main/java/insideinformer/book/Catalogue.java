package insideinformer.book;

import java.util.List;
import java.util.Optional;

/** The behaviour catalogue: rows that the port promises to keep, and the tests that show each. */
record Catalogue(List<Row> rows) {

    /**
     * @param id such as {@code DF-17}
     * @param status how the row stands, in a word
     * @param tests {@code Class#method}
     */
    record Row(String id, String text, String go, String status, List<String> tests) {

        String anchor() {
            return "row-" + id;
        }
    }

    Optional<Row> find(String id) {
        return rows.stream().filter(row -> row.id().equals(id)).findFirst();
    }
}
