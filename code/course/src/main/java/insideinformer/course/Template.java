package insideinformer.course;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * A file of a solution, in which regions are marked that the learner writes. From it come the solution, the starter, and
 * everything between:
 *
 * <pre>
 * // exercise::begin NAME
 * the solution's lines
 * // exercise::starter
 * // the starter's lines, each behind one slash-slash-blank
 * // exercise::end
 * </pre>
 *
 * <p>The starter's lines may be missing.
 */
final class Template {

    private sealed interface Part permits Lines, Region {}

    private record Lines(List<String> lines) implements Part {}

    private record Region(String name, String indent, List<String> solution, List<String> starter) implements Part {}

    private final List<Part> parts;

    private Template(List<Part> parts) {
        this.parts = parts;
    }

    /** @param name the file, for messages */
    static Template parse(String name, String text) {
        List<Part> parts = new ArrayList<>();
        List<String> current = new ArrayList<>();
        Region open = null;
        int number = 0;
        for (String line : text.lines().toList()) {
            number++;
            String marker = line.strip();
            if (marker.startsWith("// exercise::begin")) {
                if (open != null) {
                    throw new CourseException(name + ":" + number + ": region '" + open.name + "' is still open");
                }
                parts.add(new Lines(current));
                open = new Region(marker.substring("// exercise::begin".length()).strip(), indentOf(line),
                        new ArrayList<>(), new ArrayList<>());
                current = open.solution;
            } else if (marker.startsWith("// exercise::")) {
                if (open == null) {
                    throw new CourseException(name + ":" + number + ": " + marker + " without a begin");
                }
                if (marker.equals("// exercise::starter")) {
                    current = open.starter;
                } else if (marker.equals("// exercise::end")) {
                    parts.add(open);
                    open = null;
                    current = new ArrayList<>();
                } else {
                    throw new CourseException(name + ":" + number + ": " + marker + " is none of begin, starter, end");
                }
            } else {
                current.add(open != null && current == open.starter ? uncomment(name, number, line) : line);
            }
        }
        if (open != null) {
            throw new CourseException(name + ": region '" + open.name + "' has no // exercise::end");
        }
        parts.add(new Lines(current));
        return new Template(parts);
    }

    private static String indentOf(String line) {
        return line.substring(0, line.length() - line.stripLeading().length());
    }

    private static String uncomment(String name, int number, String line) {
        int at = line.indexOf("//");
        if (at < 0 || !line.substring(0, at).isBlank()) {
            throw new CourseException(name + ":" + number + ": a starter's line stands behind '// '");
        }
        String rest = line.substring(at + 2);
        String code = rest.startsWith(" ") ? rest.substring(1) : rest;
        return code.isBlank() ? "" : line.substring(0, at) + code;
    }

    List<String> regions() {
        return parts.stream().filter(Region.class::isInstance).map(part -> ((Region) part).name).toList();
    }

    /** Where a region stands in the solution, in characters. */
    record Span(String region, int from, int to) {}

    List<Span> spans() {
        List<Span> spans = new ArrayList<>();
        int at = 0;
        for (Part part : parts) {
            List<String> lines = switch (part) {
                case Lines plain -> plain.lines;
                case Region region -> region.solution;
            };
            int end = at + lines.stream().mapToInt(line -> line.length() + 1).sum();
            if (part instanceof Region region) {
                spans.add(new Span(region.name, at, end));
            }
            at = end;
        }
        return spans;
    }

    String solution() {
        return render(region -> region.solution);
    }

    String starter() {
        return render(region -> region.starter);
    }

    /** The solution with other lines in some regions. */
    String with(Map<String, List<String>> replacements) {
        return render(region -> {
            List<String> lines = replacements.get(region.name);
            return lines == null ? region.solution : indented(lines, region.indent);
        });
    }

    /** The solution with one region as in the starter. */
    String without(String name) {
        return render(region -> region.name.equals(name) ? region.starter : region.solution);
    }

    private static List<String> indented(List<String> lines, String indent) {
        return lines.stream().map(line -> line.isBlank() ? line : indent + line).toList();
    }

    private String render(Function<Region, List<String>> choose) {
        StringBuilder text = new StringBuilder();
        for (Part part : parts) {
            List<String> lines = switch (part) {
                case Lines plain -> plain.lines;
                case Region region -> choose.apply(region);
            };
            lines.forEach(line -> text.append(line).append('\n'));
        }
        return text.toString();
    }
}
