package insideinformer.book;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Draws one column of a table of figures: a line for each subject, over how many pods there were. Both axes are
 * logarithmic, so that a straight line that rises by one decade a decade is a cost that grows with the pods. The figures
 * come from the first such table of a Markdown file, so no figure stands in two places.
 */
final class Chart {

    private static final int LEFT = 64; // these in the units of the drawing, which is as wide as the text
    private static final int RIGHT = 540;
    private static final int TOP = 16;
    private static final int BOTTOM = 300;
    private static final List<String> LANES = List.of("api-server", "queue", "listener", "store");
    private static final List<String> DASHES = List.of("none", "7 4", "2 4", "10 3 2 3");

    private final String column;
    private final Map<String, SortedMap<Integer, Double>> lines = new LinkedHashMap<>();

    private Chart(String column) {
        this.column = column;
    }

    /**
     * @param slug the column's heading, {@code sync-s} for {@code sync, s}
     * @param subjects the rows to draw, by their first cell
     * @throws BookError if the table has no such column or row
     */
    static Chart of(String markdown, String slug, List<String> subjects) throws BookError {
        List<List<String>> table = tables(markdown).stream()
                .filter(rows -> rows.getFirst().contains("pods") && slugs(rows.getFirst()).contains(slug))
                .findFirst()
                .orElseThrow(() -> new BookError("no table of the figures has a column " + slug + " beside pods"));
        List<String> head = table.getFirst();
        int at = slugs(head).indexOf(slug);
        int pods = head.indexOf("pods");
        Chart chart = new Chart(head.get(at));
        for (String subject : subjects) {
            SortedMap<Integer, Double> line = new TreeMap<>();
            for (List<String> row : table) {
                if (row.getFirst().equals(subject) && row.size() == head.size()) {
                    line.put((int) number(row.get(pods)), number(row.get(at)));
                }
            }
            if (line.size() < 2) {
                throw new BookError("a line needs two rows of '" + subject + "', and the table of the figures has "
                        + line.size());
            }
            chart.lines.put(subject, line);
        }
        return chart;
    }

    private static List<String> slugs(List<String> head) {
        return head.stream().map(Html::slug).toList();
    }

    /** Rows of cells, the headings first. */
    private static List<List<List<String>>> tables(String markdown) {
        return Stream.of(markdown.split("\n(?!\\|)")) // a table is a paragraph, so its first row follows another line
                .map(part -> part.lines()
                        .filter(line -> line.startsWith("|") && !line.matches("[|:\\- ]*-[|:\\- ]*"))
                        .map(line -> Stream.of(line.substring(1).split("\\|")).map(String::strip).toList())
                        .toList())
                .filter(table -> !table.isEmpty())
                .toList();
    }

    private static double number(String cell) throws BookError {
        double value;
        try {
            value = Double.parseDouble(cell.replace(",", ""));
        } catch (NumberFormatException e) {
            throw new BookError("'" + cell + "' in the table of the figures is not a number", e);
        }
        if (value <= 0) {
            throw new BookError("'" + cell + "' in the table of the figures cannot stand on a logarithmic axis");
        }
        return value;
    }

    String svg(String title) {
        List<Double> values = lines.values().stream().flatMap(line -> line.values().stream()).toList();
        List<Double> sizes = sizes().stream().map(Integer::doubleValue).toList();
        List<Double> ticks = ticks(values.stream().mapToDouble(v -> v).min().orElseThrow(),
                values.stream().mapToDouble(v -> v).max().orElseThrow());
        StringBuilder svg = new StringBuilder("<svg viewBox=\"0 0 640 350\" role=\"img\" aria-label=\"%s\">"
                .formatted(Html.escape(title + ". The table below has the figures.")));
        for (double tick : ticks) {
            double y = y(tick, ticks);
            svg.append("<path d=\"M%d %sH%d\" stroke=\"var(--rule)\"/>".formatted(LEFT, dot(y), RIGHT));
            text(svg, LEFT - 8, y + 5, "end", shown(tick));
        }
        for (double size : sizes) {
            text(svg, x(size, sizes), BOTTOM + 20, "middle", shown(size));
        }
        text(svg, (LEFT + RIGHT) / 2.0, BOTTOM + 42, "middle", "pods");
        svg.append("<g transform=\"translate(14 %d) rotate(-90)\">".formatted((TOP + BOTTOM) / 2));
        text(svg, 0, 0, "middle", column);
        svg.append("</g>");
        int number = 0;
        for (Map.Entry<String, SortedMap<Integer, Double>> line : lines.entrySet()) {
            String colour = "var(--" + LANES.get(number % LANES.size()) + ")";
            List<String> points = new ArrayList<>();
            StringBuilder dots = new StringBuilder();
            line.getValue().forEach((size, value) -> {
                String at = dot(x(size, sizes)) + " " + dot(y(value, ticks));
                points.add(at);
                dots.append("<circle cx=\"%s\" r=\"4\" fill=\"%s\"/>".formatted(at.replace(" ", "\" cy=\""), colour));
            });
            svg.append("<path d=\"M%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2.5\" stroke-dasharray=\"%s\"/>"
                    .formatted(String.join("L", points), colour, DASHES.get(number % DASHES.size()))).append(dots);
            double last = line.getValue().lastEntry().getValue();
            text(svg, x(line.getValue().lastKey(), sizes) + 10, y(last, ticks) + 5, "start", line.getKey());
            number++;
        }
        return svg.append("</svg>").toString();
    }

    /** All figures of the drawing, for those who cannot see it or want the numbers. */
    String words() {
        StringBuilder html = new StringBuilder("<table><thead><tr><th scope=\"col\">" + Html.escape(column) + "</th>");
        sizes().forEach(size -> html.append("<th scope=\"col\">").append(shown(size)).append(" pods</th>"));
        html.append("</tr></thead><tbody>");
        lines.forEach((subject, line) -> {
            html.append("<tr><th scope=\"row\">").append(Html.escape(subject)).append("</th>");
            sizes().forEach(size -> html.append("<td>")
                    .append(line.containsKey(size) ? shown(line.get(size)) : "not measured").append("</td>"));
            html.append("</tr>");
        });
        return html.append("</tbody></table>").toString();
    }

    private List<Integer> sizes() {
        return lines.values().stream().flatMap(line -> line.keySet().stream()).distinct().sorted().toList();
    }

    /** 1, 2 and 5 of every decade that it takes to enclose both. */
    private static List<Double> ticks(double least, double most) {
        List<Double> ticks = new ArrayList<>();
        for (int decade = (int) Math.floor(Math.log10(least)); ; decade++) {
            for (int step : new int[] {1, 2, 5}) {
                double tick = step * Math.pow(10, decade);
                if (tick <= least) {
                    ticks.clear();
                }
                ticks.add(tick);
                if (tick >= most && ticks.size() > 1) {
                    return ticks;
                }
            }
        }
    }

    private static double x(double size, List<Double> sizes) {
        return LEFT + 20 + share(size, sizes) * (RIGHT - LEFT - 40);
    }

    private static double y(double value, List<Double> ticks) {
        return BOTTOM - share(value, ticks) * (BOTTOM - TOP);
    }

    private static double share(double value, List<Double> axis) {
        return Math.log(value / axis.getFirst()) / Math.log(axis.getLast() / axis.getFirst());
    }

    private static String shown(double value) {
        return value == Math.rint(value)
                ? String.format(Locale.ROOT, "%,.0f", value)
                : String.format(Locale.ROOT, "%.2f", value).replaceAll("0+$", "");
    }

    /** With a dot, whatever the language of the machine. */
    private static String dot(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }

    private static void text(StringBuilder svg, double x, double y, String anchor, String words) {
        svg.append("<text x=\"%s\" y=\"%s\" text-anchor=\"%s\" font-size=\"15\" fill=\"var(--ink)\">%s</text>"
                .formatted(dot(x), dot(y), anchor, Html.escape(words)));
    }
}
