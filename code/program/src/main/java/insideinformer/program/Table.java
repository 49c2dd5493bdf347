package insideinformer.program;

import insideinformer.quota.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A table as text. Each column is as wide as its widest cell. */
final class Table {

    private final List<List<String>> rows = new ArrayList<>();

    Table(String... headings) {
        rows.add(List.of(headings));
    }

    void row(String... cells) {
        if (cells.length != rows.getFirst().size()) {
            throw new IllegalArgumentException(cells.length + " cells for " + rows.getFirst().size() + " columns");
        }
        rows.add(List.of(cells));
    }

    static String cell(@Nullable Quantity amount) {
        return amount == null ? "-" : amount.toString();
    }

    @Override
    public String toString() {
        int[] widths = IntStream.range(0, rows.getFirst().size()).map(this::width).toArray();
        StringBuilder text = new StringBuilder();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < row.size(); i++) {
                line.append(row.get(i)).append(" ".repeat(widths[i] - row.get(i).length() + 3));
            }
            text.append(line.toString().stripTrailing()).append('\n');
        }
        return text.toString();
    }

    private int width(int column) {
        return rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0);
    }
}
