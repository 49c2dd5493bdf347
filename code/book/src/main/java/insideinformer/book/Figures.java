package insideinformer.book;

import insideinformer.lab.Journey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jsoup.nodes.Element;

/** Puts drawings and journeys where a page asks for them. */
final class Figures {

    private static final Pattern STRETCH = Pattern.compile("(\\d+)-(\\d+)");

    private final Folders folders;
    private final Problems problems;
    private final PlantUml plantUml;
    private final Map<String, Integer> shown = new HashMap<>();

    Figures(Folders folders, Problems problems) throws IOException {
        this.folders = folders;
        this.problems = problems;
        Path style = folders.diagrams().resolve("style.puml");
        plantUml = new PlantUml(Files.isRegularFile(style) ? Files.readString(style) : "");
    }

    void process(Page page) throws IOException {
        for (Element place : page.body().select("div[data-macro=diagram], div[data-macro=sequence], div[data-macro=journey], div[data-macro=chart]")) {
            String macro = place.attr("data-macro");
            String name = place.attr("data-target");
            int line = page.lineOf(place, macro + "::" + name + "[");
            try {
                switch (macro) {
                    case "diagram" -> diagram(name, place);
                    case "sequence" -> sequence(name, place);
                    case "chart" -> chart(name, place);
                    default -> journey(name, place);
                }
            } catch (BookError e) {
                problems.add(page.source(), line, e.what());
                place.remove();
            }
        }
    }

    private void diagram(String name, Element place) throws IOException, BookError {
        Path file = folders.diagrams().resolve(name + ".puml");
        String words = place.text().strip();
        String title = place.attr("data-title");
        if (!Files.isRegularFile(file)) {
            throw new BookError("no diagram " + folders.show(file) + ": draw it, or correct the name");
        }
        if (words.isEmpty() || title.isEmpty()) {
            throw new BookError("diagram " + name + " needs a title line (.Title) above it and a text that tells its story: "
                    + "diagram::" + name + "[text]");
        }
        String body = String.join("\n", Files.readAllLines(file).stream().filter(line -> !line.matches("@(?:start|end)uml.*|!include style.puml")).toList());
        try {
            place.replaceWith(figure(plantUml.svg(body, title), title, "<p>" + Html.inlineCode(words) + "</p>"));
        } catch (BookError e) {
            throw new BookError(folders.show(file) + ": " + e.what(), e);
        }
    }

    private void sequence(String name, Element place) throws IOException, BookError {
        Journey journey = read(name);
        List<Journey.Step> steps = journey.steps();
        Matcher stretch = STRETCH.matcher(place.text().strip());
        if (stretch.matches()) {
            int from = Integer.parseInt(stretch.group(1));
            int to = Integer.parseInt(stretch.group(2));
            if (from < 1 || to > steps.size() || from > to) {
                throw new BookError("journey " + name + " has the steps 1 to " + steps.size() + ", not " + place.text().strip());
            }
            steps = steps.subList(from - 1, to);
        }
        int messages = Sequence.messages(steps).size();
        if (messages == 0 || messages > Sequence.MAX_MESSAGES) {
            throw new BookError("this sequence has " + messages + " messages, a diagram shows 1 to " + Sequence.MAX_MESSAGES
                    + ": name a stretch of steps, sequence::" + name + "[3-9]");
        }
        String title = place.attr("data-title").isEmpty() ? journey.title() : place.attr("data-title");
        place.replaceWith(figure(plantUml.svg(Sequence.plantUml(journey, steps), title), title, Sequence.words(steps)));
    }

    private void chart(String name, Element place) throws IOException, BookError {
        Path file = folders.code().resolve("benchmarks/README.md");
        String title = place.attr("data-title");
        if (!Files.isRegularFile(file)) {
            throw new BookError("no figures " + folders.show(file) + ": a chart draws a table there");
        }
        if (title.isEmpty()) {
            throw new BookError("chart " + name + " needs a title line (.Title) above it");
        }
        Chart chart = Chart.of(Files.readString(file), name, List.of(place.text().split("\\s*,\\s*")));
        place.replaceWith(figure(chart.svg(title), title, chart.words()));
    }

    private void journey(String name, Element place) throws IOException, BookError {
        int times = shown.merge(name, 1, Integer::sum);
        String id = "journey-" + Html.slug(name) + (times > 1 ? "-" + times : "");
        place.replaceWith(Html.raw(JourneyHtml.render(read(name), id)));
    }

    private Journey read(String name) throws IOException, BookError {
        Path file = folders.journeys().resolve(name + ".json");
        if (!Files.isRegularFile(file)) {
            throw new BookError("no journey " + folders.show(file) + ": the lab records it, or correct the name");
        }
        try {
            return JourneyFile.read(file);
        } catch (BookError e) {
            throw new BookError(folders.show(file) + ": " + e.what(), e);
        }
    }

    private static Element figure(String svg, String title, String words) {
        Element figure = new Element("figure").addClass("drawing");
        figure.appendElement("figcaption").text(title);
        figure.appendElement("div").addClass("canvas").attr("tabindex", "0").attr("role", "group").attr("aria-label", title)
                .appendChild(Html.raw(svg));
        figure.appendElement("details").addClass("in-words")
                .appendChild(Html.raw("<summary>The same in words</summary>" + words));
        return figure;
    }
}
