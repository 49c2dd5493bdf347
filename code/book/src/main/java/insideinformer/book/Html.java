package insideinformer.book;

import org.jsoup.nodes.DataNode;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.parser.Parser;

/** Small things around HTML text. */
final class Html {

    private Html() {}

    /** Safe as text and inside a double-quoted attribute. */
    static String escape(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\"", "&quot;");
    }

    /** {@code code} between backticks becomes a code element, all else is escaped. */
    static String inlineCode(String text) {
        StringBuilder html = new StringBuilder();
        String[] pieces = text.split("`", -1);
        for (int i = 0; i < pieces.length; i++) {
            html.append(i % 2 == 0 ? escape(pieces[i]) : "<code>" + breakable(pieces[i]) + "</code>");
        }
        return html.toString();
    }

    /** One line of Markdown: code, strong and emphasized text. */
    static String inlineMarkdown(String text) {
        StringBuilder html = new StringBuilder();
        String[] pieces = text.replace("\\|", "|").split("`", -1);
        for (int i = 0; i < pieces.length; i++) {
            html.append(i % 2 == 1
                    ? "<code>" + breakable(pieces[i]) + "</code>"
                    : escape(pieces[i]).replaceAll("\\*\\*([^*]+)\\*\\*", "<strong>$1</strong>").replaceAll("\\*([^*\\s][^*]*)\\*", "<em>$1</em>"));
        }
        return html.toString();
    }

    /** A name, escaped, that may be broken after dots, dashes and underscores and before humps. */
    static String breakable(String name) {
        return escape(name).replaceAll("(?<=[a-z0-9])(?=[A-Z])|(?<=[._#/])(?=\\w)", "<wbr>");
    }

    /** Lower case, with one dash for everything that is neither letter nor digit. */
    static String slug(String text) {
        return text.toLowerCase().replaceAll("[^a-z0-9]+", "-").replaceAll("^-|-$", "");
    }

    /** A heading's words, without the link to itself. */
    static String heading(Element heading) {
        Element copy = heading.clone();
        copy.select("a.here-link").remove();
        return copy.text();
    }

    /** Keeps white space as it is and never reorders: what is written is what was parsed. */
    static Element fragment(String html) {
        Document document = org.jsoup.Jsoup.parseBodyFragment(html);
        document.outputSettings().prettyPrint(false);
        return document.body();
    }

    /** A node that is written as it stands, for markup that needs no further work. */
    static DataNode raw(String html) {
        return new DataNode(html);
    }

    /** Undoes {@link #escape}. */
    static String unescape(String html) {
        return Parser.unescapeEntities(html, true);
    }
}
