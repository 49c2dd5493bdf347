package insideinformer.book;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jsoup.nodes.Element;

/**
 * One page while it is being made: its source, and its HTML, which the steps of the build change in place.
 *
 * @param title as HTML text
 */
record Page(String slug, String title, Path source, List<String> lines, Element body) {

    String href() {
        return slug + ".html";
    }

    /**
     * The line of the source that an element comes from: the first one at or after its block's that contains
     * {@code words}, or else the block's own.
     */
    int lineOf(Element element, String words) {
        int block = blockLine(element);
        for (int i = Math.max(block - 3, 0); i < lines.size(); i++) {
            if (lines.get(i).contains(words)) {
                return i + 1;
            }
        }
        return block;
    }

    int lineOf(Element element) {
        return blockLine(element);
    }

    private static int blockLine(Element element) {
        for (Element at = element; at != null; at = at.parent()) {
            for (String name : at.classNames()) {
                if (name.matches("L\\d+")) {
                    return Integer.parseInt(name.substring(1));
                }
            }
        }
        return 1;
    }

    /** The build's own class names are of no use to a reader. */
    void dropLineMarks() {
        for (Element element : body.select("[class]")) {
            element.classNames().stream()
                    .filter(name -> name.matches("L\\d+") || name.startsWith("run--"))
                    .toList()
                    .forEach(element::removeClass);
            if (Objects.equals(element.attr("class"), "")) {
                element.removeAttr("class");
            }
        }
    }
}
