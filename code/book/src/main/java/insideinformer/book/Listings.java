package insideinformer.book;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;

/**
 * Gives listings their caption, colours, links and callouts, and holds them to the house rules: code comes from code
 * that is compiled, output from a program that is run, at most {@value #MAX_LINES} lines and {@value #MAX_COLUMNS} columns.
 */
final class Listings {

    static final int MAX_LINES = 25;
    static final int MAX_COLUMNS = 84;

    private static final Pattern CALLOUT_GUARD = Pattern.compile("\\s*(?://|#|--)?\\s*$");

    /** Listings of commands are typed by the reader, so they may stand in the chapter itself. */
    private static final List<String> TYPED_BY_READERS = List.of("sh");

    /** The package of the programs that {@code make snippet} runs. */
    private static final String SNIPPETS = "insideinformer.lab.snippets.";

    /** An output block: what the class {@code main} prints must be the text of {@code file}. */
    record Output(Page page, int line, String main, Path file) {}

    private final Folders folders;
    private final Problems problems;
    private final SourceIndex sources;
    private final Function<String, Optional<String>> typeLink;
    private final List<Output> outputs = new ArrayList<>();

    Listings(Folders folders, Problems problems, SourceIndex sources, Function<String, Optional<String>> typeLink) {
        this.folders = folders;
        this.problems = problems;
        this.sources = sources;
        this.typeLink = typeLink;
    }

    void process(Page page) {
        for (Element block : page.body().select("div.listingblock, div.literalblock")) {
            process(page, block);
        }
    }

    /** The output blocks of all pages processed so far. */
    List<Output> outputs() {
        return List.copyOf(outputs);
    }

    private void process(Page page, Element block) {
        Element pre = block.expectFirst("pre");
        Element code = Objects.requireNonNullElse(pre.selectFirst("code"), pre);
        Map<Integer, List<String>> callouts = new HashMap<>();
        List<String> lines = lines(code, callouts);
        List<Include.Place> places = takePlaces(lines, callouts);
        String language = code.attr("data-lang");
        int line = places.isEmpty() ? page.lineOf(block) : places.getFirst().chapterLine();
        Optional<String> run = block.classNames().stream()
                .filter(name -> name.startsWith("run--"))
                .map(name -> name.substring("run--".length()))
                .findFirst();

        check(page, block, line, language, lines, places, run);
        checkCallouts(page, block, line, callouts);

        Element figure = new Element("figure").addClass("listing");
        Element title = block.selectFirst("> div.title");
        String caption = (title == null ? "" : "<span class=\"listing-title\">" + title.html() + "</span> ")
                + place(language, places, run);
        String label = title != null ? title.text() : caption.replaceAll("<[^>]*>", "");
        if (!caption.isBlank()) {
            figure.appendElement("figcaption").html(caption);
        }
        if (block.hasAttr("id")) {
            figure.attr("id", block.id());
        }
        run.ifPresent(main -> figure.addClass("output"));
        String html = CodeHtml.render(language, lines, callouts, language.equals("java") ? typeLink : name -> Optional.empty(), false);
        figure.appendElement("pre")
                .attr("tabindex", "0")
                .attr("role", "group")
                .attr("aria-label", label.isBlank() ? "Listing" : Html.unescape(label).strip())
                .appendElement("code")
                .html(html);
        block.replaceWith(figure);
    }

    /** The listing's text; the callouts go to {@code callouts}, and what hid them from the compiler is taken away. */
    private static List<String> lines(Element code, Map<Integer, List<String>> callouts) {
        StringBuilder text = new StringBuilder();
        for (Node node : code.childNodes()) {
            if (node instanceof TextNode plain) {
                text.append(plain.getWholeText());
            } else if (node instanceof Element element && element.hasClass("conum")) {
                int line = (int) text.chars().filter(c -> c == '\n').count();
                callouts.computeIfAbsent(line, key -> new ArrayList<>()).add(element.text().replaceAll("\\D", ""));
            }
        }
        List<String> lines = new ArrayList<>(text.toString().lines().toList());
        callouts.keySet().forEach(line -> lines.set(line, CALLOUT_GUARD.matcher(lines.get(line)).replaceFirst("")));
        return lines;
    }

    private static List<Include.Place> takePlaces(List<String> lines, Map<Integer, List<String>> callouts) {
        List<Include.Place> places = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            Optional<Include.Place> place = Include.parseMark(lines.get(i));
            if (place.isPresent()) {
                places.add(place.get());
                lines.remove(i);
                Map<Integer, List<String>> moved = new HashMap<>();
                int removed = i;
                callouts.forEach((line, numbers) -> moved.put(line > removed ? line - 1 : line, numbers));
                callouts.clear();
                callouts.putAll(moved);
                i--;
            }
        }
        return places;
    }

    private void check(
            Page page,
            Element block,
            int line,
            String language,
            List<String> lines,
            List<Include.Place> places,
            Optional<String> run) {
        if (lines.size() > MAX_LINES) {
            problems.add(page.source(), line, "this listing has " + lines.size() + " lines, at most " + MAX_LINES
                    + " fit a reader's eye: show less, or cut it in two with a sentence between");
        }
        lines.stream().filter(text -> text.length() > MAX_COLUMNS).findFirst().ifPresent(text -> problems.add(
                page.source(), line, "a line of this listing has " + text.length() + " columns, at most " + MAX_COLUMNS
                        + " fit the page: break it in the source: " + text.strip()));
        if (block.hasClass("literalblock") || TYPED_BY_READERS.contains(language)) {
            return;
        }
        if (lines.equals(List.of("(missing)"))) {
            return; // reported where it was included
        }
        if (run.isPresent()) {
            checkOutput(page, line, places, run.get());
        } else if (language.isEmpty()) {
            problems.add(page.source(), line, "this listing has no language: write [source,java], or [source,sh] for commands, "
                    + "or .... around a format that is not code");
        } else if (places.isEmpty() || !places.stream().allMatch(place -> isCode(place.file()))) {
            problems.add(page.source(), line, "this listing is not included from code: move it into a file under code/ or "
                    + "exercises/ that a test runs, and write include::{code}/…[tag=…]");
        }
    }

    private boolean isCode(Path file) {
        return file.startsWith(folders.code()) || file.startsWith(folders.exercises());
    }

    private void checkOutput(Page page, int line, List<Include.Place> places, String main) {
        if (places.size() != 1 || !places.getFirst().file().startsWith(folders.outputs())) {
            problems.add(page.source(), line, "the output of " + main + " must be included from one file: write "
                    + "include::outputs/NAME.txt[]; the build makes that file when run with --update");
            return;
        }
        outputs.add(new Output(page, line, main, places.getFirst().file()));
    }

    private void checkCallouts(Page page, Element block, int line, Map<Integer, List<String>> callouts) {
        Element next = block.nextElementSibling();
        if (!callouts.isEmpty() && (next == null || !next.hasClass("colist"))) {
            problems.add(page.source(), line, "the callouts of this listing are not explained: put a list <1> … right after it");
        }
    }

    /** The file name and the lines, as HTML. */
    private String place(String language, List<Include.Place> places, Optional<String> run) {
        if (run.isPresent()) {
            String name = run.get().substring(run.get().lastIndexOf('.') + 1);
            String shown = run.get().equals(SNIPPETS + name) ? "make snippet NAME=" + name : name;
            return "<span class=\"place\">What <code>" + Html.escape(shown) + "</code> prints</span>";
        }
        List<String> parts = new ArrayList<>();
        for (Include.Place place : places) {
            if (!isCode(place.file())) {
                continue;
            }
            Path base = place.file().startsWith(folders.code()) ? folders.code() : folders.exercises();
            Path inside = base.relativize(place.file());
            String name = Html.escape(place.file().getFileName().toString());
            String link = sources.at(place.file())
                    .map(file -> "<a href=\"" + SourcePages.href(file) + "#L" + place.from() + "\">" + name + "</a>")
                    .orElse(name);
            parts.add("<span class=\"file\">" + link + "</span> <span class=\"place\">" + Html.escape(inside.getName(0).toString())
                    + ", lines " + place.from() + "–" + place.to() + "</span>");
        }
        if (parts.isEmpty() && TYPED_BY_READERS.contains(language)) {
            return "<span class=\"place\">Shell</span>";
        }
        return String.join(" ", parts);
    }
}
