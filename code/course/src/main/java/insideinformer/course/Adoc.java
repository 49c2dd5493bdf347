package insideinformer.course;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A text of an exercise: AsciiDoc as the book reads it too, taken apart as far as the tool needs it.
 *
 * @param attributes the {@code :name: value} lines under the title
 * @param body       the lines after them
 */
record Adoc(Path file, String title, Map<String, String> attributes, List<String> body) {

    static Adoc read(Path file) {
        List<String> lines;
        try {
            lines = Files.readAllLines(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        if (lines.isEmpty() || !lines.getFirst().startsWith("= ")) {
            throw new CourseException(file + ": the first line must be a title, as in '= Rebuild the queue'");
        }
        Map<String, String> attributes = new LinkedHashMap<>();
        int next = 1;
        for (; next < lines.size() && lines.get(next).startsWith(":"); next++) {
            String line = lines.get(next);
            int colon = line.indexOf(':', 1);
            if (colon < 0) {
                throw new CourseException(file + ":" + (next + 1) + ": an attribute looks like ':minutes: 45'");
            }
            attributes.put(line.substring(1, colon), line.substring(colon + 1).strip());
        }
        return new Adoc(file, lines.getFirst().substring(2).strip(), attributes, lines.subList(next, lines.size()));
    }

    String attribute(String name) {
        String value = attributes.get(name);
        if (value == null) {
            throw new CourseException(file + ": needs a line ':" + name + ": ...' under its title");
        }
        return value;
    }

    int number(String name) {
        try {
            return Integer.parseInt(attribute(name));
        } catch (NumberFormatException e) {
            throw new CourseException(file + ": '" + attribute(name) + "' is not a number; ':" + name + ":' needs one");
        }
    }

    /** Title of each {@code ==} section to its lines, in order. */
    Map<String, List<String>> sections() {
        Map<String, List<String>> sections = new LinkedHashMap<>();
        List<String> current = new ArrayList<>();
        for (String line : body) {
            if (line.startsWith("== ")) {
                current = new ArrayList<>();
                sections.put(line.substring(3).strip(), current);
            } else {
                current.add(line);
            }
        }
        return sections;
    }

    /** The body without its titled source blocks. */
    List<String> prose() {
        List<String> prose = new ArrayList<>();
        walk(prose, new LinkedHashMap<>());
        return prose;
    }

    /** Title of each titled source block ({@code .title}, {@code [source,java]}, {@code ----}) to its lines. */
    Map<String, List<String>> blocks() {
        Map<String, List<String>> blocks = new LinkedHashMap<>();
        walk(new ArrayList<>(), blocks);
        return blocks;
    }

    private void walk(List<String> prose, Map<String, List<String>> blocks) {
        for (int i = 0; i < body.size(); i++) {
            boolean titled = body.get(i).matches("\\.[a-z][a-z0-9-]*") && i + 2 < body.size()
                    && body.get(i + 1).startsWith("[source") && body.get(i + 2).equals("----");
            if (!titled) {
                prose.add(body.get(i));
                continue;
            }
            List<String> block = new ArrayList<>();
            String title = body.get(i).substring(1);
            for (i += 3; i < body.size() && !body.get(i).equals("----"); i++) {
                block.add(body.get(i));
            }
            blocks.put(title, block);
        }
    }
}
