package insideinformer.course;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/**
 * The terminal: AsciiDoc as plain text, wrapped, with bold and color where the terminal has them and signs that its
 * character set has.
 */
final class Screen {

    private static final char BOLD = 1;
    private static final char CODE = 2;
    private static final char GOOD = 3;
    private static final char BAD = 4;
    private static final char PLAIN = 5;

    private final PrintStream out;
    private final int width;
    private final boolean styled;
    private final boolean signs;

    Screen(PrintStream out, int width, boolean styled) {
        this.out = out;
        this.width = Math.clamp(width, 40, 100);
        this.styled = styled;
        this.signs = out.charset().newEncoder().canEncode("✔✘");
    }

    /** Empties the terminal, if it is one. */
    void clear() {
        if (styled) {
            out.print("\033[H\033[2J\033[3J");
        }
    }

    /** One line as it is. */
    void line(String text) {
        out.println(text);
    }

    void line() {
        out.println();
    }

    void heading(String text) {
        out.println(style(BOLD + text + PLAIN));
    }

    /** A line behind a green tick. */
    void good(String text) {
        out.println(style("  " + GOOD + (signs ? "✔" : "ok") + PLAIN + " " + text));
    }

    /** A line behind a red cross. */
    void bad(String text) {
        out.println(style("  " + BAD + (signs ? "✘" : "no") + PLAIN + " " + text));
    }

    void open(String text) {
        out.println("  " + (signs ? "·" : "--") + " " + text);
    }

    /** {@code label} and then text, wrapped beside it. */
    void labelled(String label, int labelWidth, String text) {
        String first = "    " + label + " ".repeat(Math.max(1, labelWidth - label.length()));
        List<String> lines = new ArrayList<>();
        text.lines().forEach(line -> lines.addAll(wrap(line, width - first.length())));
        for (int i = 0; i < lines.size(); i++) {
            out.println((i == 0 ? first : " ".repeat(first.length())) + lines.get(i));
        }
    }

    /** AsciiDoc: paragraphs, sections, lists and listings. */
    void adoc(List<String> text, String indent) {
        List<String> lines = text;
        while (!lines.isEmpty() && lines.getLast().isBlank()) {
            lines = lines.subList(0, lines.size() - 1);
        }
        StringBuilder paragraph = new StringBuilder();
        String mark = "";
        boolean listing = false;
        int number = 0;
        for (String line : lines) {
            if (line.equals("----") || line.equals("....")) {
                flush(paragraph, indent, mark);
                listing = !listing;
            } else if (listing) {
                out.println(indent + "    " + line);
            } else if (line.isBlank() || line.equals("+")) {
                if (!paragraph.isEmpty()) {
                    flush(paragraph, indent, mark);
                }
                if (line.isBlank()) {
                    out.println();
                    mark = "";
                }
            } else if (line.startsWith("== ")) {
                flush(paragraph, indent, mark);
                number = 0;
                out.println(indent + style(BOLD + line.substring(3) + PLAIN));
            } else if (line.startsWith("[") && line.endsWith("]") || line.startsWith("//")) {
                flush(paragraph, indent, mark);
            } else if (line.startsWith("* ") || line.startsWith(". ")) {
                flush(paragraph, indent, mark);
                mark = line.startsWith("* ") ? "- " : ++number + ". ";
                paragraph.append(line.substring(2));
            } else {
                paragraph.append(paragraph.isEmpty() ? "" : " ").append(line.strip());
            }
        }
        flush(paragraph, indent, mark);
    }

    /** @param mark stands before the first line; the others hang below what follows it */
    private void flush(StringBuilder paragraph, String indent, String mark) {
        if (paragraph.isEmpty()) {
            return;
        }
        List<String> lines = wrap(inline(paragraph.toString()), width - indent.length() - mark.length());
        for (int i = 0; i < lines.size(); i++) {
            out.println(indent + (i == 0 ? mark : " ".repeat(mark.length())) + style(lines.get(i)));
        }
        paragraph.setLength(0);
    }

    private String inline(String text) {
        return text
                .replaceAll("(?:link|xref|image):[^\\[\\s]*\\[([^\\]]*)\\]", "$1")
                .replaceAll("<<[^,>]*,([^>]*)>>", "$1")
                .replaceAll("`([^`]+)`", styled ? CODE + "$1" + PLAIN : "`$1`")
                .replaceAll("(?<![\\w*])\\*(\\S|\\S[^*]*\\S)\\*(?![\\w*])", BOLD + "$1" + PLAIN)
                .replaceAll("(?<!\\w)_(\\S|\\S[^_]*\\S)_(?!\\w)", "$1");
    }

    private static List<String> wrap(String text, int width) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        int length = 0;
        for (String word : text.split(" ")) {
            int wordLength = (int) word.chars().filter(c -> c > PLAIN).count();
            if (!line.isEmpty() && length + 1 + wordLength > width) {
                lines.add(line.toString());
                line.setLength(0);
                length = 0;
            }
            if (!line.isEmpty()) {
                line.append(' ');
                length++;
            }
            line.append(word);
            length += wordLength;
        }
        lines.add(line.toString());
        return lines;
    }

    private String style(String text) {
        StringBuilder styled = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c > PLAIN) {
                styled.append(c);
            } else if (this.styled) {
                styled.append(switch (c) {
                    case BOLD -> "\033[1m";
                    case CODE -> "\033[36m";
                    case GOOD -> "\033[32m";
                    case BAD -> "\033[31m";
                    default -> "\033[0m";
                });
            }
        }
        return styled.toString();
    }
}
