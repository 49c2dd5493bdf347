package insideinformer.book;

import insideinformer.conformance.catalogue.SpecIndex;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;

/**
 * Resolves what points from one place of the book to another: cross references, glossary terms, walk stops, catalogue
 * rows, tests, type names. What has no target is a problem; a chapter still to come is named without a link.
 */
final class Linker {

    private static final String TYPE_ANCHOR = "type-";
    private static final Pattern SIMPLE_TYPE = Pattern.compile("@?([A-Z]\\w*)(?:<.*>)?(?:[.#]\\w+)?(?:\\(.*\\))?");

    private final Contents contents;
    private final Walk walk;
    private final SourceIndex sources;
    private final Glossary glossary;
    private final SpecIndex catalogue;
    private final Problems problems;

    private final Map<String, Page> pages = new HashMap<>();
    private final Map<String, Set<String>> anchors = new HashMap<>();
    private final Map<String, String> placeOfAnchor = new HashMap<>();

    Linker(Contents contents, Walk walk, SourceIndex sources, Glossary glossary, SpecIndex catalogue, Problems problems) {
        this.contents = contents;
        this.walk = walk;
        this.sources = sources;
        this.glossary = glossary;
        this.catalogue = catalogue;
        this.problems = problems;
    }

    /** Makes a page's anchors known; all pages come here before {@link #link}. */
    void index(Page page) {
        pages.put(page.slug(), page);
        Set<String> ids = new HashSet<>();
        for (Element element : page.body().select("[id]")) {
            String id = element.id();
            if (!ids.add(id)) {
                problems.add(page.source(), page.lineOf(element, "#" + id), "the anchor " + id + " stands twice on this page: "
                        + "give one of them another with [#name]");
            }
            if (id.startsWith(TYPE_ANCHOR) || id.startsWith("walk-")) {
                String elsewhere = placeOfAnchor.putIfAbsent(id, page.href() + "#" + id);
                if (elsewhere != null && !elsewhere.startsWith(page.href() + "#")) {
                    problems.add(page.source(), page.lineOf(element, id), "the anchor " + id + " stands at " + elsewhere
                            + " too: a type or stop has one home, link to it from elsewhere");
                }
            }
            if (id.startsWith("walk-") && walk.find(id.substring("walk-".length())).isEmpty()) {
                problems.add(page.source(), page.lineOf(element, id), "there is no walk stop " + id.substring("walk-".length())
                        + ": the stops are W01 to W39, in walk.txt");
            }
        }
        anchors.put(page.slug(), ids);
    }

    /** Where a stop is walked, if it is. */
    Optional<String> placeOf(Walk.Stop stop) {
        return Optional.ofNullable(placeOfAnchor.get(stop.anchor()));
    }

    /** Where a type is explained; failing that, its source. */
    Optional<String> placeOfType(String name) {
        String explained = placeOfAnchor.get(TYPE_ANCHOR + name);
        return explained != null ? Optional.of(explained) : sources.type(name).map(SourcePages::href);
    }

    void link(Page page) {
        for (Element link : page.body().select("a[data-walk]")) {
            linkWalk(page, link);
        }
        for (Element link : page.body().select("a[data-spec]")) {
            linkSpec(page, link);
        }
        for (Element link : page.body().select("a[data-test]")) {
            linkTest(page, link);
        }
        for (Element also : page.body().select("a[data-also]")) {
            problems.add(page.source(), page.lineOf(also, "also:"), "also:[…] belongs into an entry of the glossary");
        }
        for (Element link : page.body().select("a[href]")) {
            checkReference(page, link);
        }
        linkTerms(page);
        linkTypes(page);
    }

    private void linkWalk(Page page, Element link) {
        String id = link.attr("data-walk");
        Optional<Walk.Stop> stop = walk.find(id);
        if (stop.isEmpty()) {
            problems.add(page.source(), page.lineOf(link, id), "there is no walk stop " + id + ": the stops are W01 to W39, in walk.txt");
            return;
        }
        link.removeAttr("data-walk").addClass("stop").attr("title", stop.get().title());
        if (link.text().isBlank()) {
            link.text(id);
        }
        point(link, placeOf(stop.get()), "still to come: " + stop.get().title());
    }

    private void linkSpec(Page page, Element link) {
        String id = link.attr("data-spec");
        if (catalogue.row(id).isEmpty() && catalogue.reports().stream().noneMatch(report -> report.id().equals(id))) {
            problems.add(page.source(), page.lineOf(link, id), "there is no catalogue row " + id + ": the conformance appendix lists the rows");
            return;
        }
        link.removeAttr("data-spec").addClass("spec");
        if (link.text().isBlank()) {
            link.text(id);
        }
        link.attr("href", ConformancePages.href(id));
    }

    private void linkTest(Page page, Element link) {
        String target = link.attr("data-test");
        String name = target.split("#", 2)[0];
        String method = target.contains("#") ? target.split("#", 2)[1] : "";
        Optional<SourceIndex.JavaFile> file = sources.test(name);
        int line = file.map(test -> method.isEmpty() ? test.declarationLine() : test.lineOf(method)).orElse(0);
        if (line == 0) {
            problems.add(page.source(), page.lineOf(link, target), "there is no test " + target + ": a claim needs a test that stands in "
                    + "code/*/src/test/java, named Class or Class#method");
            return;
        }
        if (link.text().isBlank()) {
            link.html("<code>" + Html.breakable(method.isEmpty() ? name : method) + "</code>");
        }
        link.removeAttr("data-test").addClass("test").attr("href", SourcePages.href(file.orElseThrow()) + "#L" + line);
    }

    /** Makes {@code link} a link, or plain words with the reason why it is none. */
    private static void point(Element link, Optional<String> href, String otherwise) {
        if (href.isPresent()) {
            link.attr("href", href.get());
        } else {
            link.tagName("span").addClass("to-come").attr("title", otherwise);
        }
    }

    private void checkReference(Page page, Element link) {
        String href = link.attr("href");
        if (href.matches("(?:https?|mailto):.*") || link.hasClass("test") || link.hasClass("stop") || link.hasClass("spec")
                || href.startsWith(SourcePages.FOLDER + "/") || href.startsWith("conformance-")) {
            return;
        }
        String slug = href.startsWith("#") ? page.slug() : href.split("#", 2)[0].replaceFirst("\\.html$", "");
        String anchor = href.contains("#") ? href.split("#", 2)[1] : "";
        boolean unnamed = link.text().matches("\\[.*]") || link.text().endsWith(".html") && href.startsWith(link.text());
        Optional<Contents.Entry> entry = contents.entry(slug);
        Page target = pages.get(slug);
        if (target == null) {
            if (entry.isEmpty()) {
                problems.add(page.source(), page.lineOf(link, slug), "no page " + slug + ": the pages are the .adoc files in the "
                        + "chapters' folder that contents.txt lists");
                return;
            }
            link.tagName("span").removeAttr("href").addClass("to-come").attr("title", "still to come");
            if (unnamed) {
                link.text(entry.get().title());
            }
            return;
        }
        if (!anchor.isEmpty() && !anchors.getOrDefault(slug, Set.of()).contains(anchor)) {
            problems.add(page.source(), page.lineOf(link, anchor), "no anchor " + anchor + " on page " + slug + ": put [#" + anchor
                    + "] above the section or block there, or correct the reference");
        }
        if (unnamed) {
            link.html(anchor.isEmpty() ? target.title() : headingOf(target, anchor));
        }
    }

    private static String headingOf(Page page, String anchor) {
        Element target = page.body().getElementById(anchor);
        if (target == null) {
            return page.title();
        }
        return target.normalName().matches("h\\d|dt") ? target.html() : page.title();
    }

    /** Glossary terms: those asked for, and the first one of each on the page. On the glossary page, in each entry. */
    private void linkTerms(Page page) {
        boolean onGlossary = page.slug().equals(Contents.GLOSSARY);
        Optional<Pattern> pattern = glossary.pattern();
        Set<String> linked = new HashSet<>();
        List<Node> nodes = new ArrayList<>();
        page.body().traverse((node, depth) -> nodes.add(node));
        for (Node node : nodes) {
            if (node instanceof Element element && onGlossary && element.normalName().equals("dt")) {
                linked.clear();
                linked.add(element.id());
            } else if (node instanceof Element element && element.hasAttr("data-term")) {
                linkTerm(page, element, linked);
            } else if (node instanceof TextNode text && pattern.isPresent() && isProse(text)) {
                linkTerms(text, pattern.get(), linked);
            }
        }
    }

    private void linkTerm(Page page, Element link, Set<String> linked) {
        String name = link.attr("data-term");
        Optional<Glossary.Term> term = glossary.find(name);
        if (term.isEmpty()) {
            problems.add(page.source(), page.lineOf(link, "term:" + name), "the glossary has no term " + name
                    + ": explain it in glossary.adoc, or correct the name");
            return;
        }
        if (link.text().isBlank()) {
            link.text(name.replace('-', ' '));
        }
        linked.add(term.get().id());
        link.removeAttr("data-term").addClass("term").attr("href", hrefOf(term.get())).attr("title", term.get().summary());
    }

    private void linkTerms(TextNode node, Pattern pattern, Set<String> linked) {
        String text = node.getWholeText();
        Matcher matcher = pattern.matcher(text);
        int done = 0;
        List<Node> pieces = new ArrayList<>();
        while (matcher.find()) {
            Glossary.Term term = glossary.find(matcher.group()).orElse(null);
            if (term == null || !linked.add(term.id())) {
                continue;
            }
            pieces.add(new TextNode(text.substring(done, matcher.start())));
            pieces.add(new Element("a").addClass("term")
                    .attr("href", hrefOf(term))
                    .attr("title", term.summary())
                    .text(matcher.group()));
            done = matcher.end();
        }
        if (!pieces.isEmpty()) {
            pieces.add(new TextNode(text.substring(done)));
            pieces.forEach(node::before);
            node.remove();
        }
    }

    private static boolean isProse(TextNode text) {
        boolean inText = false;
        for (Node at = text.parent(); at instanceof Element element; at = element.parent()) {
            if (element.normalName().matches("a|code|pre|h\\d|dt|button|summary|figure|figcaption|svg|th") || element.hasClass("title")
                    || element.hasClass("to-come") || element.hasAttr("data-macro")) {
                return false;
            }
            inText |= element.normalName().matches("p|li|dd|td");
        }
        return inText;
    }

    private String hrefOf(Glossary.Term term) {
        return Contents.GLOSSARY + ".html#" + term.id();
    }

    /** Type names in running text: the first of each in a section. */
    private void linkTypes(Page page) {
        Map<Element, Set<String>> linked = new HashMap<>();
        for (Element code : page.body().select("p code, li code, dd code, td code")) {
            Matcher name = SIMPLE_TYPE.matcher(code.text());
            if (code.parents().is("a, pre, h2, h3, h4, dt") || code.childrenSize() > 0 || !name.matches()) {
                continue;
            }
            Element section = code.closest("div.sect1, div.sect2, div.sect3, div#preamble, body");
            Optional<String> href = placeOfType(name.group(1));
            if (href.isPresent() && linked.computeIfAbsent(section, key -> new HashSet<>()).add(name.group(1))
                    && !isHome(code, TYPE_ANCHOR + name.group(1))) {
                code.html("<a class=\"type\" href=\"" + href.get() + "\">" + code.html() + "</a>");
            }
        }
    }

    /** Whether {@code element} stands in the very section that explains the type. */
    private static boolean isHome(Element element, String anchor) {
        Element section = element.closest("div.sect1, div.sect2, div.sect3");
        return section != null && section.getElementById(anchor) != null;
    }
}
