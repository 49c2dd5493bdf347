package insideinformer.book;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jsoup.nodes.Element;
import org.jspecify.annotations.Nullable;

/** Puts the frame around pages and writes them, with everything they need beside them. */
final class Site {

    static final String TITLE = "Inside the Informer";

    private static final List<String> FONTS = List.of(
            "source-serif-4-latin-wght-normal.woff2",
            "source-serif-4-latin-wght-italic.woff2",
            "source-sans-3-latin-wght-normal.woff2",
            "jetbrains-mono-latin-wght-normal.woff2",
            "LICENSE-source-serif-4.txt",
            "LICENSE-source-sans-3.txt",
            "LICENSE-jetbrains-mono.txt");

    private static final Pattern SLOT = Pattern.compile("%([a-z]+)%");

    private final Contents contents;
    private final Path out;
    private final SiteLinks links;
    private final String frame = Resources.text("frame.html");

    Site(Contents contents, Path out) {
        this.contents = contents;
        this.out = out;
        links = new SiteLinks(out);
    }

    void writeAssets() throws IOException {
        Files.createDirectories(out.resolve("fonts"));
        for (String asset : List.of("book.css", "book.js", "icon.svg")) {
            Files.writeString(out.resolve(asset), Resources.text(asset));
        }
        for (String font : FONTS) {
            Files.write(out.resolve("fonts").resolve(font), Resources.bytes("fonts/" + font));
        }
    }

    void write(Page page) throws IOException {
        Optional<Contents.Entry> entry = contents.entry(page.slug());
        boolean index = page.slug().equals(Contents.INDEX);
        String eyebrow = entry.map(found -> eyebrow(page.slug(), found)).orElse("");
        String name = Html.fragment(page.title()).text();
        String html = fill(new Slots(
                "",
                index ? TITLE : name + " · " + TITLE,
                firstSentence(page.body()),
                "page" + (index ? " index" : ""),
                (eyebrow.isEmpty() ? "" : "<p class=\"eyebrow\">" + eyebrow + "</p>") + "<h1>" + page.title() + "</h1>\n" + page.body().html(),
                nav(page, ""),
                turn(page.slug(), ""),
                ""));
        write(out.resolve(page.href()), html);
    }

    private void write(Path file, String html) throws IOException {
        Files.writeString(file, html);
        links.add(file, html);
    }

    /** Complains of links that lead nowhere; to be called once all is written. */
    void checkLinks(Problems problems) {
        links.check(problems);
    }

    /** A page that the generator makes up, part of the conformance appendix. */
    void writeExtra(String slug, String title, String html) throws IOException {
        write(out.resolve(slug + ".html"), fill(new Slots(
                "",
                title + " · " + TITLE,
                title,
                "page rows",
                html,
                nav(null, ""),
                "",
                "")));
    }

    void writeSource(SourceIndex.JavaFile file, String html) throws IOException {
        Path target = out.resolve(SourcePages.href(file));
        Files.createDirectories(target.getParent());
        write(target, fill(new Slots(
                "../",
                file.name() + " · " + TITLE,
                "The source of " + file.name(),
                "page source",
                html,
                nav(null, "../"),
                "",
                "source-frame")));
    }

    private String eyebrow(String slug, Contents.Entry entry) {
        String part = contents.partOf(slug).map(Contents.Part::label).orElse("");
        String kind = entry.number().matches("\\d+") ? "Chapter " + entry.number()
                : entry.number().isEmpty() ? "" : "Appendix " + entry.number();
        if (kind.startsWith("Appendix") || kind.isEmpty()) {
            return Html.escape(kind);
        }
        return Html.escape(kind + " · " + part);
    }

    private record Slots(String base, String title, String about, String classes, String main, String contents, String turn, String frame) {
        String get(String name) {
            return switch (name) {
                case "base" -> base;
                case "title" -> Html.escape(title);
                case "about" -> Html.escape(about);
                case "classes" -> classes;
                case "main" -> main;
                case "contents" -> contents;
                case "turn" -> turn;
                case "frame" -> frame;
                default -> throw new IllegalStateException("frame.html has an unknown slot " + name);
            };
        }
    }

    private String fill(Slots slots) {
        Matcher slot = SLOT.matcher(frame);
        StringBuilder html = new StringBuilder();
        while (slot.find()) {
            slot.appendReplacement(html, Matcher.quoteReplacement(slots.get(slot.group(1))));
        }
        return slot.appendTail(html).toString();
    }

    /** The contents of the book, and under the page that is open its own sections. */
    private String nav(@Nullable Page page, String base) {
        StringBuilder html = new StringBuilder();
        for (Contents.Part part : contents.parts()) {
            html.append("<h2>").append(Html.escape(part.label())).append("</h2>\n<ul class=\"entries\">\n");
            for (Contents.Entry entry : part.entries()) {
                boolean here = page != null && page.slug().equals(entry.slug());
                String name = "<span class=\"n\">" + entry.number() + "</span> <span>" + Html.escape(entry.title()) + "</span>";
                if (entry.written()) {
                    html.append("<li><a href=\"").append(base).append(entry.href()).append('"').append(here ? " aria-current=\"page\"" : "")
                            .append('>').append(name).append("</a>").append(page != null && here ? sections(page) : "").append("</li>\n");
                } else {
                    html.append("<li><span class=\"to-come\">").append(name.replace("</span></span>", "</span>"))
                            .append("<span class=\"sr\"> (still to come)</span></span></li>\n");
                }
            }
            html.append("</ul>\n");
        }
        return html.toString();
    }

    private static String sections(Page page) {
        List<Element> headings = page.body().select("h2[id]");
        if (headings.isEmpty() || page.slug().equals(Contents.GLOSSARY)) {
            return "";
        }
        StringBuilder html = new StringBuilder("<ul class=\"here\" aria-label=\"On this page\">");
        for (Element heading : headings) {
            html.append("<li><a href=\"#").append(heading.id()).append("\">").append(Html.escape(Html.heading(heading))).append("</a></li>");
        }
        return html.append("</ul>").toString();
    }

    private String turn(String slug, String base) {
        StringBuilder html = new StringBuilder("<nav class=\"turn\" aria-label=\"Previous and next page\">");
        contents.before(slug).ifPresent(entry -> html.append("<a class=\"previous\" rel=\"prev\" href=\"").append(base).append(entry.href())
                .append("\"><small>Previous</small>").append(Html.escape(entry.label())).append("</a>"));
        contents.after(slug).ifPresent(entry -> html.append("<a class=\"next\" rel=\"next\" href=\"").append(base).append(entry.href())
                .append("\"><small>Next</small>").append(Html.escape(entry.label())).append("</a>"));
        return html.append("</nav>").toString();
    }

    private static String firstSentence(Element body) {
        Element paragraph = body.selectFirst("p");
        String text = paragraph == null ? "" : paragraph.text();
        return text.length() > 160 ? text.substring(0, text.lastIndexOf(' ', 160)) + " …" : text;
    }
}
