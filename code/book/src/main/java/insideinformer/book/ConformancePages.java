package insideinformer.book;

import insideinformer.conformance.catalogue.Deviation;
import insideinformer.conformance.catalogue.Family;
import insideinformer.conformance.catalogue.Mark;
import insideinformer.conformance.catalogue.PublicReport;
import insideinformer.conformance.catalogue.Row;
import insideinformer.conformance.catalogue.RowStatus;
import insideinformer.conformance.catalogue.SpecIndex;
import insideinformer.conformance.catalogue.TestRef;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The conformance appendix: an overview, and a page for each family of rows. Every row stands there with the tests that
 * show it. If each of its tests shows only a part, the row is marked as partly shown and the parts are listed. A row that
 * no test shows is marked open, never left out.
 */
final class ConformancePages {

    private static final Map<RowStatus, String> STATUS = Map.of(
            RowStatus.SHOWN, "shown", RowStatus.PARTLY, "partly", RowStatus.LATER, "still to come", RowStatus.OPEN, "open");

    private static final Pattern ID = Pattern.compile("\\b[A-Z]{2,3}-S?\\d+\\b");

    private final SpecIndex index;
    private final SourceIndex sources;
    private final Contents contents;

    ConformancePages(SpecIndex index, SourceIndex sources, Contents contents) {
        this.index = index;
        this.sources = sources;
        this.contents = contents;
    }

    /** One line of Markdown with the rows that it names linked. */
    private String markdown(String text) {
        return ID.matcher(Html.inlineMarkdown(text)).replaceAll(found -> index.row(found.group()).isPresent()
                ? "<a href=\"" + href(found.group()) + "\">" + found.group() + "</a>"
                : found.group());
    }

    /** Where a row or report stands. */
    static String href(String id) {
        boolean row = id.contains("-");
        return (row ? slug(id.substring(0, id.indexOf('-'))) : slug("reports")) + ".html#" + id;
    }

    static String slug(String family) {
        return "conformance-" + family;
    }

    String overview() {
        StringBuilder html = new StringBuilder("""
                <div class="wide" tabindex="0" role="group" aria-label="Families of rows"><table class="families"><thead><tr>
                <th scope="col">Rows</th><th scope="col">About</th><th scope="col">Chapter</th><th scope="col">Shown</th><th scope="col">Partly</th><th scope="col">Open</th><th scope="col">Still to come</th>
                </tr></thead><tbody>""");
        for (Family family : index.families()) {
            String chapter = contents.chapterOf(family.module())
                    .map(entry -> entry.written() ? "<a href=\"" + entry.href() + "\">" + entry.number() + "</a>" : entry.number())
                    .orElse("");
            html.append("<tr><th scope=\"row\"><a href=\"").append(slug(family.prefix())).append(".html\">").append(family.prefix())
                    .append("</a></th><td>").append(Html.escape(family.title())).append("</td><td>").append(chapter).append("</td>");
            for (RowStatus status : List.of(RowStatus.SHOWN, RowStatus.PARTLY, RowStatus.OPEN, RowStatus.LATER)) {
                html.append("<td class=\"count\">").append(index.count(family, status)).append("</td>");
            }
            html.append("</tr>\n");
        }
        return html.append("</tbody></table></div>").toString();
    }

    /** The tests of a stop, and the rows that tell of it with how they stand. */
    String shownBy(Walk.Stop stop) {
        List<String> shown = new ArrayList<>();
        index.tests(stop.id()).forEach(test -> shown.add(link(test)));
        for (String id : stop.rows()) {
            Row row = index.row(id).orElseThrow(() -> new IllegalStateException("walk.txt: no row " + id + " at stop " + stop.id()));
            shown.add("<a href=\"" + href(id) + "\">" + id + "</a> <small>" + STATUS.get(index.status(row)) + "</small>");
        }
        return String.join("<br>", shown);
    }

    String deviations() {
        StringBuilder html = new StringBuilder("<dl class=\"deviations\">");
        for (Deviation deviation : index.deviations()) {
            html.append("<dt><a href=\"").append(href(deviation.id())).append("\">").append(deviation.id()).append("</a></dt><dd><p>")
                    .append(markdown(deviation.port())).append("</p><p class=\"why\">").append(markdown(deviation.reason()))
                    .append("</p></dd>\n");
        }
        return html.append("</dl>").toString();
    }

    /** The page of one family, without its frame. */
    String family(Family family) {
        StringBuilder html = new StringBuilder("<p class=\"eyebrow\"><a href=\"%s.html\">Conformance</a></p><h1>%s</h1><p>The rows %s: %d shown by tests, %d partly, %d open, %d still to come.</p>".formatted(
                Contents.CONFORMANCE, Html.escape(family.title()), family.prefix(), index.count(family, RowStatus.SHOWN),
                index.count(family, RowStatus.PARTLY), index.count(family, RowStatus.OPEN), index.count(family, RowStatus.LATER)));
        String section = "";
        for (Row row : index.rows()) {
            if (!row.family().equals(family.prefix())) {
                continue;
            }
            if (!row.section().equals(section)) {
                section = row.section();
                html.append("<h2>").append(markdown(section.replaceFirst("^[\\dA-Z.]+\\.?\\s+", ""))).append("</h2>");
            }
            row(html, row);
        }
        return html.toString();
    }

    private void row(StringBuilder html, Row row) {
        RowStatus status = index.status(row);
        html.append("<section class=\"row\" id=\"%s\"><h3>%s</h3><p class=\"row-status %s\">%s</p><div>".formatted(
                row.id(), row.id(), status.name().toLowerCase(), STATUS.get(status)));
        html.append("<p>").append(markdown(row.behavior())).append("</p>");
        if (!row.shownBy().isEmpty()) {
            html.append("<p class=\"row-more\">Seen by: ").append(markdown(row.shownBy())).append("</p>");
        }
        if (!row.goSource().isEmpty()) {
            html.append("<p class=\"row-more\">Go: ").append(markdown(row.goSource())).append("</p>");
        }
        if (row.marks().contains(Mark.OPTIONAL)) {
            html.append("<p class=\"row-more\">A port may leave this out.</p>");
        }
        index.deviation(row.id()).ifPresent(deviation -> html.append("<p class=\"row-deviation\"><b>Here:</b> ")
                .append(markdown(deviation.port())).append(' ').append(markdown(deviation.reason())).append("</p>"));
        if (status == RowStatus.LATER) {
            html.append("<p class=\"row-more\">").append(Html.escape(index.later(row).orElse(""))).append("</p>");
        }
        tests(html, row.id());
        html.append("</div></section>\n");
    }

    private void tests(StringBuilder html, String id) {
        List<TestRef> tests = index.tests(id);
        if (tests.isEmpty()) {
            return;
        }
        html.append("<ul class=\"row-tests\">");
        for (TestRef test : tests) {
            html.append("<li>").append(link(test)).append("</li>");
        }
        html.append("</ul>");
    }

    private String link(TestRef test) {
        String name = "<code>" + Html.breakable(test.text().replace('$', '.')) + "</code>";
        String linked = source(test).map(href -> "<a href=\"" + href + "\">" + name + "</a>").orElse(name);
        return test.part().isEmpty() ? linked : linked + " <small>only " + markdown(test.part()) + "</small>";
    }

    private Optional<String> source(TestRef test) {
        String outer = test.className().substring(test.className().lastIndexOf('.') + 1).split("\\$", 2)[0];
        return sources.test(outer)
                .filter(file -> file.module().equals(test.module()))
                .map(file -> SourcePages.href(file) + "#L" + test.line());
    }

    /** The page of the public reports: which promise is kept by which test, and then what each is about. */
    String reports() {
        StringBuilder html = new StringBuilder("<p class=\"eyebrow\"><a href=\"%s.html\">Conformance</a></p><h1>What really goes wrong</h1>".formatted(Contents.CONFORMANCE));
        html.append("<p>Scenarios distilled from public reports, with names and data of our own. A diamond marks one that no public report was found for.</p>");
        html.append("""
                <div class="wide" tabindex="0" role="group" aria-label="Reports, promises and tests"><table><thead><tr>
                <th scope="col">Report</th><th scope="col">What is right</th><th scope="col">Shown by</th>
                </tr></thead><tbody>""");
        for (PublicReport report : index.reports()) {
            html.append("<tr><th scope=\"row\"><a href=\"#%s\">%s</a></th><td>".formatted(report.id(), report.id()))
                    .append(markdown(report.promise())).append("</td><td>").append(shownBy(report)).append("</td></tr>\n");
        }
        html.append("</tbody></table></div>\n");
        String topic = "";
        for (PublicReport report : index.reports()) {
            if (!report.topic().equals(topic)) {
                topic = report.topic();
                html.append("<h2>").append(markdown(topic.replaceFirst("^[\\dA-Z]+\\.\\s+", ""))).append("</h2>");
            }
            RowStatus status = index.status(report);
            html.append("<section class=\"row\" id=\"%s\"><h3>%s</h3><p class=\"row-status %s\">%s</p><div>".formatted(
                    report.id(), report.id(), status.name().toLowerCase(), STATUS.get(status)));
            html.append("<p>").append(markdown(report.scenario())).append("</p><p class=\"row-more\">Seen in: ")
                    .append(Html.escape(report.sources())).append("</p>");
            tests(html, report.id());
            html.append("</div></section>\n");
        }
        return html.toString();
    }

    private String shownBy(PublicReport report) {
        return switch (index.status(report)) {
            case SHOWN, PARTLY -> index.tests(report.id()).stream().map(this::link).collect(Collectors.joining("<br>"));
            case LATER -> "still to come: " + markdown(index.later(report).orElseThrow());
            case OPEN -> "open";
        };
    }
}
