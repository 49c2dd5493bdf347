package insideinformer.book;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Cuts the lines between {@code tag::NAME[]} and {@code end::NAME[]} out of a file, moved to the left margin. */
final class TaggedRegion {

    private static final Pattern MARKER = Pattern.compile("\\b(tag|end)::(\\S+?)\\[]");

    private TaggedRegion() {}

    /** Empty if the file has no such tag, or one that is not closed. */
    static Optional<Include> cut(Path file, List<String> text, String tag) {
        List<String> lines = new ArrayList<>();
        int from = 0;
        int to = 0;
        boolean inside = false;
        boolean closed = false;
        for (int i = 0; i < text.size(); i++) {
            Matcher marker = MARKER.matcher(text.get(i));
            if (marker.find()) {
                if (marker.group(2).equals(tag)) {
                    inside = marker.group(1).equals("tag");
                    closed = !inside;
                }
            } else if (inside) {
                lines.add(text.get(i));
                from = from == 0 ? i + 1 : from;
                to = i + 1;
            }
        }
        return closed ? Optional.of(new Include(file, from, to, undent(lines))) : Optional.empty();
    }

    /** The whole file without its markers. */
    static Include whole(Path file, List<String> text) {
        List<String> lines = text.stream().filter(line -> !MARKER.matcher(line).find()).toList();
        return new Include(file, 1, text.size(), lines);
    }

    private static List<String> undent(List<String> lines) {
        int margin = lines.stream()
                .filter(line -> !line.isBlank())
                .mapToInt(line -> line.length() - line.stripLeading().length())
                .min()
                .orElse(0);
        return lines.stream().map(line -> line.isBlank() ? "" : line.substring(margin)).toList();
    }
}
