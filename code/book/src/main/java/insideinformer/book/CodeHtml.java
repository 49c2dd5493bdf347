package insideinformer.book;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Writes code as HTML: coloured, with type names linked and callouts at the ends of lines. */
final class CodeHtml {

    private CodeHtml() {}

    /**
     * @param callouts by line, counted from 0
     * @param link where a type is explained
     * @param numbered whether each line gets an anchor, {@code L1}
     */
    static String render(
            String language,
            List<String> lines,
            Map<Integer, List<String>> callouts,
            Function<String, Optional<String>> link,
            boolean numbered) {
        StringBuilder html = new StringBuilder(numbered ? "<span class=\"line\" id=\"L1\">" : "");
        int line = 0;
        for (Highlighter.Piece piece : Highlighter.pieces(language, String.join("\n", lines))) {
            String[] parts = piece.text().split("\n", -1);
            for (int i = 0; i < parts.length; i++) {
                if (i > 0) {
                    endLine(html, callouts.getOrDefault(line, List.of()), numbered);
                    line++;
                    html.append(numbered ? "\n<span class=\"line\" id=\"L" + (line + 1) + "\">" : "\n");
                }
                piece(html, piece.kind(), parts[i], link);
            }
        }
        endLine(html, callouts.getOrDefault(line, List.of()), numbered);
        return html.toString();
    }

    private static void endLine(StringBuilder html, List<String> callouts, boolean numbered) {
        for (String number : callouts) {
            html.append(" <b class=\"conum\">").append(number).append("</b>");
        }
        html.append(numbered ? "</span>" : "");
    }

    private static void piece(StringBuilder html, Highlighter.Kind kind, String text, Function<String, Optional<String>> link) {
        if (text.isEmpty()) {
            return;
        }
        Optional<String> href = kind == Highlighter.Kind.TYPE ? link.apply(text) : Optional.empty();
        if (href.isPresent()) {
            html.append("<a class=\"t\" href=\"").append(href.get()).append("\">").append(Html.escape(text)).append("</a>");
        } else if (kind == Highlighter.Kind.PLAIN) {
            html.append(Html.escape(text));
        } else {
            html.append("<span class=\"").append(kind.css()).append("\">").append(Html.escape(text)).append("</span>");
        }
    }
}
