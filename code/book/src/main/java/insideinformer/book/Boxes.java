package insideinformer.book;

import java.util.Map;
import org.jsoup.nodes.Element;

/** Gives the book's boxes their names and keeps asides short. */
final class Boxes {

    static final int MAX_ASIDE_WORDS = 60;

    /** Role of an example block, and the words that stand above it. */
    private static final Map<String, String> KINDS = Map.of(
            "misconception", "Misconception",
            "goals", "You will be able to",
            "stop", "Stop and run");

    private final Problems problems;

    Boxes(Problems problems) {
        this.problems = problems;
    }

    void process(Page page) {
        for (Element aside : page.body().select(".aside")) {
            int words = aside.text().split("\\s+").length;
            if (words > MAX_ASIDE_WORDS) {
                problems.add(page.source(), page.lineOf(aside), "this aside has " + words + " words, at most " + MAX_ASIDE_WORDS
                        + " hang beside the text: shorten it, or make it a paragraph");
            }
            aside.attr("role", "note");
        }
        KINDS.forEach((role, words) -> {
            for (Element box : page.body().select("div.exampleblock." + role)) {
                box.prependElement("p").addClass("kind").text(words);
                if (role.equals("stop")) {
                    box.removeClass("stop").addClass("stop-box");
                }
                if (role.equals("misconception") && box.selectFirst("a[data-test]") == null) {
                    problems.add(page.source(), page.lineOf(box), "this misconception shows no test: name the one that proves the truth, test:Class#method[]");
                }
            }
        });
        for (Element note : page.body().select("div.admonitionblock")) {
            String kind = note.select("td.icon").text();
            String html = note.select("td.content").html();
            note.html("<p class=\"kind\">" + Html.escape(kind) + "</p>" + (html.stripLeading().startsWith("<") ? html : "<p>" + html + "</p>"));
            note.attr("role", "note").addClass("box");
        }
        for (Element heading : page.body().select("h2[id], h3[id]")) {
            heading.appendElement("a").addClass("here-link").attr("href", "#" + heading.id()).attr("aria-label", "Link to this section").text("#");
        }
        for (Element table : page.body().select("table.tableblock")) {
            table.select("colgroup").remove();
            table.wrap("<div class=\"wide\" tabindex=\"0\" role=\"group\" aria-label=\"Table\"></div>");
        }
    }
}
