package insideinformer.conformance.catalogue;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the rows out of a catalogue's Markdown. A row is a line of a table whose first column is headed {@code ID}, or
 * a timeline. A timeline is a paragraph that begins with a bold id, and everything up to the next one belongs to it.
 */
final class CatalogueFile {

    private static final Pattern HEADING = Pattern.compile("#{1,6} +(.*)");
    private static final Pattern ID = Pattern.compile("([A-Z]{2,3})-S?\\d+");
    private static final Pattern TIMELINE = Pattern.compile("\\*\\*([A-Z]{2,3}-\\d+) (.*)");
    private static final Pattern CELL = Pattern.compile("(?:\\\\.|[^|\\\\])*\\|");

    private final List<Row> rows = new ArrayList<>();
    private String title = "";
    private String section = "";
    private List<String> header = List.of();
    private String timeline = "";
    private final StringBuilder timelineText = new StringBuilder();

    private CatalogueFile() {}

    /**
     * @throws IllegalArgumentException if a line of a row table has no id or another number of cells than its header
     */
    static List<Row> rows(List<String> lines) {
        CatalogueFile file = new CatalogueFile();
        lines.forEach(file::line);
        file.endTimeline();
        return List.copyOf(file.rows);
    }

    private void line(String line) {
        Matcher heading = HEADING.matcher(line);
        Matcher begin = TIMELINE.matcher(line);
        if (heading.matches()) {
            endTimeline();
            section = heading.group(1);
            title = title.isEmpty() ? section : title;
        } else if (begin.matches()) {
            endTimeline();
            timeline = begin.group(1);
            timelineText.append("**").append(begin.group(2));
        } else if (!timeline.isEmpty()) {
            timelineLine(line);
        } else if (line.startsWith("|")) {
            tableLine(cells(line));
        } else {
            header = List.of();
        }
    }

    private void tableLine(List<String> cells) {
        if (header.isEmpty()) {
            header = cells;
            return;
        }
        if (!header.getFirst().equals("ID") || cells.getFirst().startsWith("--")) {
            return;
        }
        String id = cells.getFirst();
        if (!ID.matcher(id).matches() || cells.size() != header.size()) {
            throw new IllegalArgumentException(
                    "'" + title + "', section '" + section + "': row '" + id + "' needs an id such as DF-07 and "
                            + header.size() + " cells, it has " + cells.size());
        }
        boolean plain = header.get(1).equals("Behaviour");
        add(id, plain ? cells.get(1) : headed(cells), plain ? cells.get(2) : "", plain ? cells.get(3) : "");
    }

    /** The cells of a sequence table, each with its column's heading. */
    private String headed(List<String> cells) {
        StringBuilder text = new StringBuilder();
        for (int i = 1; i < cells.size(); i++) {
            if (!cells.get(i).isEmpty()) {
                text.append(text.isEmpty() ? "" : "; ").append(header.get(i)).append(": ").append(cells.get(i));
            }
        }
        return text.toString();
    }

    private void timelineLine(String line) {
        if (line.isBlank()) {
            header = List.of();
        } else if (!line.startsWith("|")) {
            timelineText.append(' ').append(line);
        } else if (header.isEmpty()) {
            header = cells(line);
        } else if (!line.startsWith("|--")) {
            List<String> cells = cells(line);
            timelineText.append(" · ").append(cells.getFirst()).append(": ").append(headed(cells));
        }
    }

    private void endTimeline() {
        if (!timeline.isEmpty()) {
            add(timeline, timelineText.toString(), "", "");
        }
        timeline = "";
        timelineText.setLength(0);
        header = List.of();
    }

    private void add(String id, String behavior, String shownBy, String goSource) {
        String family = id.substring(0, id.indexOf('-'));
        rows.add(new Row(id, family, title, section, behavior, shownBy, goSource, marks(behavior + shownBy)));
    }

    private Set<Mark> marks(String text) {
        Set<Mark> marks = EnumSet.noneOf(Mark.class);
        if (text.contains("[J]")) {
            marks.add(Mark.DECISION);
        }
        if (text.contains("(defect")) {
            marks.add(Mark.DEFECT);
        }
        if (text.contains("(opt)") || text.contains("◇") || section.contains("opt)*") || section.contains("(opt;")
                || section.contains("◇")) {
            marks.add(Mark.OPTIONAL);
        }
        return marks;
    }

    private static List<String> cells(String line) {
        List<String> cells = new ArrayList<>();
        Matcher cell = CELL.matcher(line.substring(1));
        while (cell.find()) {
            String text = cell.group();
            cells.add(text.substring(0, text.length() - 1).strip());
        }
        return cells;
    }
}
