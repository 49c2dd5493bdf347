package insideinformer.book;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jsoup.nodes.Element;
import tools.jackson.databind.json.JsonMapper;

/** What the search field looks through: one record a section, written as a script because a file cannot be fetched. */
final class SearchIndex {

    private final List<List<String>> records = new ArrayList<>();

    /** Sections of the page; on the glossary, its terms. */
    void add(Page page) {
        String pageTitle = Html.fragment(page.title()).text();
        if (page.slug().equals(Contents.GLOSSARY)) {
            for (Element term : page.body().select("dt[id]")) {
                add(page.href() + "#" + term.id(), pageTitle, term.text(), Objects.requireNonNull(term.nextElementSibling()).text());
            }
            return;
        }
        StringBuilder lead = new StringBuilder();
        for (Element child : page.body().children()) {
            if (!child.is("div.sect1")) {
                lead.append(textOf(child)).append(' ');
            }
        }
        add(page.href(), pageTitle, "", lead.toString());
        for (Element section : page.body().select("div.sect1, div.sect2")) {
            Element heading = section.selectFirst("h2, h3");
            if (heading != null && heading.hasAttr("id")) {
                add(page.href() + "#" + heading.id(), pageTitle, Html.heading(heading), textOf(section));
            }
        }
    }

    private void add(String href, String page, String title, String text) {
        records.add(List.of(href, page, title, text.replaceAll("\\s+", " ").strip()));
    }

    /** The words of a section without its heading and without those of its own subsections. */
    private static String textOf(Element element) {
        Element copy = element.clone();
        copy.select("h2, h3, div.sect2, [data-macro], pre, figcaption, .kind").remove();
        return copy.text();
    }

    String script() {
        return "window.bookIndex = " + JsonMapper.shared().writeValueAsString(records).replace("</", "<\\/") + ";\n";
    }
}
