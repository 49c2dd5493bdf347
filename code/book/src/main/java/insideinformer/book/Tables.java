package insideinformer.book;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jsoup.nodes.Element;

/** Makes what no one has to write: the locator, the pipeline, the contents, and the tables of the appendices. */
final class Tables {

    private static final String TO_COME = "<span class=\"to-come\">still to come</span>";

    private record Lane(String name, String slug, String says) {}

    private static final List<Lane> PIPELINE = List.of(
            new Lane("API server", "01-list-watch", "holds the truth, and tells what changes"),
            new Lane("Reflector", "04-reflector", "lists once, then watches"),
            new Lane("Queue", "03-delta-fifo", "keeps each object's changes together"),
            new Lane("Store", "02-store", "is the copy that everyone reads"),
            new Lane("Listener", "06-processor-listener", "calls your handler, and waits for no one else's"),
            new Lane("Work queue", "09-workqueue", "keeps one worker to a key"),
            new Lane("Controller", "12-quota-controller", "compares, and writes back"));

    private final Contents contents;
    private final Walk walk;
    private final SourceIndex sources;
    private final Linker linker;
    private final ConformancePages conformance;
    private final Problems problems;
    private final Path walkFile;

    Tables(Folders folders, Contents contents, Walk walk, SourceIndex sources, Linker linker, ConformancePages conformance, Problems problems) {
        this.contents = contents;
        this.walk = walk;
        this.sources = sources;
        this.linker = linker;
        this.conformance = conformance;
        this.problems = problems;
        walkFile = folders.code().resolve(Walk.FILE);
    }

    void process(Page page) {
        for (Element place : page.body().select("div[data-macro]")) {
            switch (place.attr("data-macro")) {
                case "locator" -> replace(place, locator(page.slug()));
                case "pipeline" -> replace(place, pipeline());
                case "toc" -> replace(place, toc());
                case "walk-table" -> replace(place, walkTable());
                case "upstream-table" -> replace(place, upstreamTable());
                case "conformance-table" -> replace(place, conformance.overview());
                case "deviations-table" -> replace(place, conformance.deviations());
                default -> { } // drawings and journeys
            }
        }
    }

    private static void replace(Element place, String html) {
        place.replaceWith(Html.raw(html));
    }

    /** Where this chapter stands on the walk; chapter 0 walks all of it. */
    String locator(String slug) {
        List<Walk.Stop> here = walk.stops().stream().filter(stop -> slug.startsWith("00-") || isHere(stop, slug)).toList();
        StringBuilder html = new StringBuilder("<nav class=\"locator\" aria-label=\"This chapter on the walk\"><p class=\"locator-road\" aria-hidden=\"true\">");
        walk.stops().forEach(stop -> html.append(here.contains(stop) ? "<i class=\"on\"></i>" : "<i></i>"));
        html.append("</p><p class=\"locator-words\">On the walk: ").append(here.size()).append(here.size() == 1 ? " stop" : " stops")
                .append(" of ").append(walk.stops().size()).append("</p><ul>");
        for (Walk.Stop stop : here) {
            String name = "<b>" + stop.id() + "</b> " + Html.escape(stop.title());
            html.append(linker.placeOf(stop)
                    .map(href -> "<li><a href=\"" + href + "\">" + name + "</a></li>")
                    .orElse("<li>" + name + " " + TO_COME + "</li>"));
        }
        return html.append("</ul></nav>").toString();
    }

    private boolean isHere(Walk.Stop stop, String slug) {
        return stop.modules().stream().anyMatch(module -> contents.chapterOf(module).filter(entry -> entry.slug().equals(slug)).isPresent());
    }

    private String pipeline() {
        StringBuilder html = new StringBuilder("<ol class=\"pipeline\">");
        for (Lane lane : PIPELINE) {
            Contents.Entry entry = contents.entry(lane.slug()).orElseThrow();
            html.append("<li class=\"lane-").append(Lanes.of(lane.name())).append("\"><b>").append(lane.name()).append("</b> <span>")
                    .append(lane.says()).append("</span> ").append(chapterLink(entry)).append("</li>");
        }
        return html.append("</ol>").toString();
    }

    private static String chapterLink(Contents.Entry entry) {
        String words = "chapter " + entry.number();
        return entry.written()
                ? "<a class=\"chapter\" href=\"" + entry.href() + "\">" + words + "</a>"
                : "<span class=\"chapter to-come\" title=\"still to come\">" + words + "</span>";
    }

    private String toc() {
        StringBuilder html = new StringBuilder("<div class=\"toc\">");
        for (Contents.Part part : contents.parts()) {
            html.append("<section><h3>").append(Html.escape(part.label())).append("</h3><ul>");
            for (Contents.Entry entry : part.entries()) {
                String number = entry.number().isEmpty() ? "" : "<span class=\"number\">" + entry.number() + "</span> ";
                html.append(entry.written()
                        ? "<li>" + number + "<a href=\"" + entry.href() + "\">" + Html.escape(entry.title()) + "</a></li>"
                        : "<li class=\"to-come\">" + number + Html.escape(entry.title()) + " <small>still to come</small></li>");
            }
            html.append("</ul></section>");
        }
        return html.append("</div>").toString();
    }

    private String walkTable() {
        StringBuilder html = new StringBuilder("""
                <div class="wide full" tabindex="0" role="group" aria-label="The stops of the walk"><table class="walk"><thead><tr>
                <th scope="col">Stop</th><th scope="col">In Go</th><th scope="col">In Java</th><th scope="col">Shown by</th><th scope="col">Walked in</th>
                </tr></thead><tbody>""");
        for (Walk.Stop stop : walk.stops()) {
            html.append("<tr id=\"stop-").append(stop.id()).append("\"><th scope=\"row\">").append(stop.id()).append("<br><small>")
                    .append(Html.escape(stop.title())).append("</small></th><td>").append(Html.inlineCode(stop.go())).append("</td><td>")
                    .append(symbols(stop)).append("</td><td>").append(conformance.shownBy(stop)).append("</td><td>")
                    .append(walkedIn(stop)).append("</td></tr>\n");
        }
        return html.append("</tbody></table></div>").toString();
    }

    private String symbols(Walk.Stop stop) {
        List<String> shown = new ArrayList<>();
        for (String name : stop.java()) {
            String type = name.split("#", 2)[0];
            String member = name.contains("#") ? name.split("#", 2)[1] : "";
            Optional<SourceIndex.JavaFile> file = sources.type(type);
            int at = file.map(found -> member.isEmpty() ? found.declarationLine() : found.lineOf(member)).orElse(0);
            if (at == 0) {
                problems.add(walkFile, stop.line(), "there is no " + name + " in the source: correct the name, or leave the column empty "
                        + "while it is still to come");
            } else {
                shown.add("<a href=\"" + SourcePages.href(file.orElseThrow()) + "#L" + at + "\"><code>"
                        + Html.breakable(name.replace('#', '.')) + "</code></a>");
            }
        }
        return shown.isEmpty() ? TO_COME : String.join("<br>", shown);
    }

    private String walkedIn(Walk.Stop stop) {
        List<String> chapters = new ArrayList<>();
        Optional<String> place = linker.placeOf(stop);
        Optional<Contents.Entry> home = place.flatMap(href -> contents.entry(href.split("\\.html", 2)[0]));
        home.ifPresent(entry -> chapters.add(
                "<a href=\"" + place.orElseThrow() + "\">chapter " + entry.number() + "</a>"));
        stop.modules().stream()
                .map(contents::chapterOf)
                .flatMap(Optional::stream)
                .filter(entry -> !home.equals(Optional.of(entry)))
                .map(entry -> entry.written() ? chapterLink(entry) : "chapter " + entry.number() + " " + TO_COME)
                .forEach(chapters::add);
        return String.join("<br>", chapters);
    }

    String upstreamTable() {
        Map<String, List<SourceIndex.Upstream>> byModule = new TreeMap<>();
        sources.upstream().forEach(line -> byModule.computeIfAbsent(line.file().module(), key -> new ArrayList<>()).add(line));
        StringBuilder html = new StringBuilder();
        byModule.forEach((module, lines) -> {
            html.append("<h3 id=\"module-").append(module).append("\"><code>").append(module).append("</code></h3><div class=\"wide full\" tabindex=\"0\" role=\"group\" aria-label=\"")
                    .append(module).append("\"><table class=\"upstream\"><thead><tr><th scope=\"col\">Java</th><th scope=\"col\">Go</th></tr></thead><tbody>");
            for (SourceIndex.Upstream line : lines) {
                html.append("<tr><td><a href=\"").append(SourcePages.href(line.file())).append("#L").append(line.line()).append("\"><code>")
                        .append(Html.breakable(line.symbol())).append("</code></a></td><td>").append(Html.inlineCode(line.go())).append("</td></tr>\n");
            }
            html.append("</tbody></table></div>");
        });
        return html.toString();
    }
}
