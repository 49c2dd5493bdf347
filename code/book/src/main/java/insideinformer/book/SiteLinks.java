package insideinformer.book;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;

/**
 * Remembers where the links of the pages lead that are written, and finds those that lead nowhere: also links that no author
 * wrote, to sources and rows. What lies in the folder from an earlier build does not count as a page.
 */
final class SiteLinks {

    private final Path out;
    private final Map<Path, Set<String>> anchors = new LinkedHashMap<>(); // by page
    private final Map<Path, Set<String>> links = new LinkedHashMap<>(); // by page

    SiteLinks(Path out) {
        this.out = out;
    }

    void add(Path page, String html) {
        Document document = Jsoup.parse(html);
        anchors.put(page, new LinkedHashSet<>(document.select("[id]").eachAttr("id")));
        Set<String> hrefs = new LinkedHashSet<>();
        for (Element link : document.select("a[href], link[href], script[src], img[src]")) {
            hrefs.add(link.hasAttr("href") ? link.attr("href") : link.attr("src"));
        }
        links.put(page, hrefs);
    }

    void check(Problems problems) {
        links.forEach((page, hrefs) -> hrefs.stream()
                .filter(href -> !href.matches("(?:https?|mailto|data):.*") && !leadsSomewhere(page, href))
                .forEach(href -> problems.add(page, 1, "the link " + href + " of this page leads nowhere: correct what it is made "
                        + "from, or leave it out")));
    }

    private boolean leadsSomewhere(Path page, String href) {
        String[] parts = href.split("#", 2);
        Path target = parts[0].isEmpty() ? page : page.resolveSibling(parts[0]).normalize();
        if (!target.toString().endsWith(".html")) {
            return target.startsWith(out) && Files.isRegularFile(target);
        }
        Set<String> ids = anchors.get(target);
        return ids != null && (parts.length == 1 || ids.contains(parts[1]));
    }
}
