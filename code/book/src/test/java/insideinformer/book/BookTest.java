package insideinformer.book;

import static org.assertj.core.api.Assertions.assertThat;

import insideinformer.conformance.catalogue.SpecIndex;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.parser.Parser;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A small sound book, and one broken book for each check. */
class BookTest {

    private static final Path SHOWCASE = Path.of("src/test/resources/insideinformer/book/showcase");

    private static Engine engine;
    private static SpecIndex catalogue;

    @TempDir
    Path root;

    private Folders folders;

    @BeforeAll
    static void startEngine() {
        engine = new Engine();
        catalogue = SpecIndex.of(SHOWCASE.resolve("code"));
    }

    @AfterAll
    static void stopEngine() {
        engine.close();
    }

    @BeforeEach
    void layOutTheShowcase() throws IOException {
        try (Stream<Path> files = Files.walk(SHOWCASE).filter(Files::isRegularFile)) {
            for (Path file : files.toList()) {
                Path target = root.resolve(SHOWCASE.relativize(file).toString());
                Files.createDirectories(target.getParent());
                Files.copy(file, target);
            }
        }
        Files.copy(Path.of("../../diagrams/style.puml"), root.resolve("diagrams/style.puml"));
        folders = new Folders(root.resolve("chapters"), root.resolve("code"), root.resolve("exercises"),
                root.resolve("diagrams"), root.resolve("journeys"), root.resolve("site"));
    }

    @Test
    void the_showcase_is_a_sound_book() throws IOException {
        assertThat(check()).isEmpty();

        write();
        Document page = page("03-delta-fifo.html");
        assertThat(page.title()).isEqualTo("DeltaFIFO · Inside the Informer");
        assertThat(page.select(".eyebrow").text()).isEqualTo("Chapter 3 · II · The cache");
        assertThat(page.select("pre").text()).doesNotContain("@@included");
        assertThat(page.select("figure.listing figcaption").text())
                .contains("WaitingRoom.java", "ch03-delta-fifo, lines 30–40", "What Greeting prints");
        assertThat(page.select("figure.listing b.conum")).hasSize(2);
        assertThat(page.select("pre").text()).doesNotContain("// <1>").doesNotContain("== null) { //");
        assertThat(page.select(".locator li").text()).contains("W26");
        assertThat(page.select("div.aside").attr("role")).isEqualTo("note");
        assertThat(page.select(".misconception .kind").text()).isEqualTo("Misconception");
        assertThat(page.select("section.journey li.journey-step")).hasSize(6);
        assertThat(page.select("figure.drawing svg")).hasSize(2);
        assertThat(page.select("[class~=L\\d+]")).isEmpty();
        assertThat(page.select("div[data-macro]")).isEmpty();
    }

    @Test
    void names_lead_to_where_they_are_explained() throws IOException {
        write();

        Document page = page("03-delta-fifo.html");
        assertThat(page.select("a.term").eachAttr("href")).contains("glossary.html#term-relist", "glossary.html#term-tombstone");
        assertThat(page.select("a.term").eachText()).as("a term is linked once a page").doesNotHaveDuplicates();
        assertThat(page.select("p code a.type").attr("href")).isEqualTo("03-delta-fifo.html#type-WaitingRoom");
        assertThat(page.select("a.stop").attr("href")).isEqualTo("03-delta-fifo.html#walk-W26");
        assertThat(page.select("a.spec").attr("href")).isEqualTo("conformance-DF.html#DF-07");
        assertThat(page.select("a.test").attr("href")).isEqualTo("source/ch03-delta-fifo-WaitingRoomTest.html#L6");
        assertThat(page.select("span.to-come").eachText()).contains("The Reflector");
    }

    @Test
    void every_link_of_the_site_leads_somewhere() throws IOException {
        write();

        try (Stream<Path> files = Files.walk(folders.out()).filter(file -> file.toString().endsWith(".html"))) {
            for (Path file : files.toList()) {
                for (Element link : Jsoup.parse(file).select("a[href], link[href], script[src]")) {
                    String href = link.hasAttr("href") ? link.attr("href") : link.attr("src");
                    String[] parts = href.split("#", 2);
                    Path target = parts[0].isEmpty() ? file : file.resolveSibling(parts[0]).normalize();
                    assertThat(target).as(href + " in " + file.getFileName()).exists();
                    if (parts.length == 2) {
                        assertThat(Jsoup.parse(target).getElementById(parts[1])).as(href + " in " + file.getFileName()).isNotNull();
                    }
                }
            }
        }
    }

    @Test
    void a_link_that_leads_nowhere_is_refused_once_the_book_is_written() throws IOException {
        Files.writeString(root.resolve("chapters/03-delta-fifo.adoc"),
                "= DeltaFIFO\n\nlink:source/nothing.html[A source], link:source/ch03-delta-fifo-WaitingRoom.html#L999[a line].\n");
        Files.createDirectories(folders.out().resolve("source"));
        Files.writeString(folders.out().resolve("source/nothing.html"), "left over from an earlier build");
        Book book = make(false);
        assertThat(book.problems()).isEmpty();

        book.write();

        assertThat(book.problems()).extracting(Problem::message).hasSize(2)
                .anyMatch(message -> message.contains("source/nothing.html"))
                .anyMatch(message -> message.contains("source/ch03-delta-fifo-WaitingRoom.html#L999"));
    }

    @Test
    void the_output_of_a_snippet_names_the_command_that_prints_it() throws IOException {
        Files.writeString(root.resolve("chapters/03-delta-fifo.adoc"),
                "= DeltaFIFO\n\n[source,text,run=\"insideinformer.lab.snippets.DeletesMerge\"]\n----\ninclude::outputs/new.txt[]\n----\n");
        make(true);

        write();

        assertThat(page("03-delta-fifo.html").select("figure.output figcaption").text())
                .isEqualTo("What make snippet NAME=DeletesMerge prints");
    }

    @Test
    void a_stop_is_said_to_be_walked_where_the_link_leads_and_its_own_chapter_to_be_still_to_come() throws IOException {
        Files.writeString(root.resolve("chapters/00-one-objects-journey.adoc"), "= One object's journey\n\n[[walk-W22]]Here.\n");
        Files.writeString(root.resolve("chapters/appendix-go-to-java.adoc"), "= Go to Java\n\nwalk-table::[]\n");

        write();

        Document page = page("appendix-go-to-java.html");
        assertThat(page.select("#stop-W22 td:last-child").text()).isEqualTo("chapter 0 chapter 5 still to come");
        assertThat(page.select("#stop-W22 td:last-child a").attr("href")).isEqualTo("00-one-objects-journey.html#walk-W22");
        assertThat(page.select("#stop-W26 td:last-child").text()).isEqualTo("chapter 3");
    }

    @Test
    void the_pages_are_wellformed_and_have_no_anchor_twice() throws IOException {
        write();

        for (String name : List.of("03-delta-fifo.html", "glossary.html", "conformance-DF.html", "source/ch03-delta-fifo-WaitingRoom.html")) {
            Parser parser = Parser.htmlParser().setTrackErrors(20);
            Document page = parser.parseInput(Files.readString(folders.out().resolve(name)), "");
            assertThat(parser.getErrors()).as(name).isEmpty();
            assertThat(page.select("[id]").eachAttr("id")).as(name).doesNotHaveDuplicates();
            assertThat(page.select("[src^=http], link[href^=http]")).as(name).isEmpty();
        }
    }

    @Test
    void sources_have_a_page_with_numbered_lines_and_linked_types() throws IOException {
        write();

        Document page = page("source/ch03-delta-fifo-WaitingRoom.html");
        assertThat(page.getElementById("L15").text()).isEqualTo("public final class WaitingRoom {");
        assertThat(page.select("#L15 a").attr("href")).isEqualTo("../03-delta-fifo.html#type-WaitingRoom");
    }

    @Test
    void sections_and_terms_can_be_searched() throws IOException {
        write();

        String index = Files.readString(folders.out().resolve("search-index.js"));
        assertThat(index).startsWith("window.bookIndex = [[");
        assertThat(index).contains("03-delta-fifo.html#problem", "The problem, running", "glossary.html#term-tombstone");
        assertThat(index).doesNotContain("@@included");
    }

    static Stream<Arguments> brokenBooks() {
        String java = "{code}/ch03-delta-fifo/src/main/java/insideinformer/showcase/WaitingRoom.java";
        return Stream.of(
                broken("include of a missing file", "[source,java]\n----\ninclude::{code}/Nothing.java[]\n----", 5, "code/Nothing.java does not exist"),
                broken("include of a missing region", "[source,java]\n----\ninclude::" + java + "[tag=nope]\n----", 5, "no region nope in code/ch03-delta-fifo"),
                broken("listing typed into the chapter", "Text.\n\n[source,java]\n----\nint x = 1;\n----", 6, "not included from code"),
                broken("listing included from the chapters' folder", "[source,java]\n----\ninclude::outputs/greeting.txt[]\n----", 5, "not included from code"),
                broken("listing without a language", "----\nint x = 1;\n----", 3, "has no language"),
                broken("listing of 26 lines", "[source,sh]\n----\n" + "ls\n".repeat(26) + "----", 4, "26 lines, at most 25"),
                broken("listing of 85 columns", "[source,sh]\n----\n" + "x".repeat(85) + "\n----", 4, "85 columns, at most 84"),
                broken("callouts that are not explained", "[source,java]\n----\ninclude::" + java + "[tag=add]\n----\n\nText.", 5, "callouts of this listing are not explained"),
                broken("callout of nothing", "[source,sh]\n----\nls\n----\n<1> A file.", 7, "no callout found for <1>"),
                broken("output that differs", "[source,text,run=\"insideinformer.book.Greeting\"]\n----\ninclude::outputs/wrong.txt[]\n----", 5,
                        "prints something else than wrong.txt from line 2 on: \"search arrives\" where the book has \"search leaves\""),
                broken("output that nobody recorded", "[source,text,run=\"insideinformer.book.Greeting\"]\n----\ninclude::outputs/new.txt[]\n----", 5, "run the build with --update"),
                broken("output of no program", "[source,text,run=\"a.Nothing\"]\n----\ninclude::outputs/greeting.txt[]\n----", 5, "no program a.Nothing"),
                broken("output typed into the chapter", "[source,text,run=\"insideinformer.book.Greeting\"]\n----\ncart arrives\n----", 4, "must be included from one file"),
                broken("missing picture", "Text.\n\nimage::pod.svg[a pod]", 5, "no image chapters/pod.svg"),
                broken("picture without words", "image::dot.svg[]", 3, "no words for those who cannot see it"),
                broken("missing anchor on this page", "Text.\n\nSee <<nowhere>>.", 5, "no anchor nowhere on page 03-delta-fifo"),
                broken("missing anchor on another page", "See xref:glossary.adoc#nowhere[there].", 3, "no anchor nowhere on page glossary"),
                broken("missing page", "See xref:99-end.adoc[the end].", 3, "no page 99-end"),
                broken("unknown term", "A term:gadget[].", 3, "the glossary has no term gadget"),
                broken("unknown row", "As spec:DF-999[] says.", 3, "no catalogue row DF-999"),
                broken("unknown stop", "As walk:W99[] shows.", 3, "no walk stop W99"),
                broken("anchor of an unknown stop", "[#walk-W99]\n== A stop", 3, "no walk stop W99"),
                broken("unknown test", "As test:WaitingRoomTest#nothing[] shows.", 3, "no test WaitingRoomTest#nothing"),
                broken("unknown attribute", "Text.\n\nThe {nothing} here.", 5, "no attribute {nothing}"),
                broken("anchor that stands twice", "[#a]\n== One\n\n[#b]\n== Two\n\n[[a]]Text.", 9, "anchor a stands twice"),
                broken("type explained twice", "[#type-WaitingRoom]\n== Room", 3, "the anchor type-WaitingRoom stands at 02-store.html#type-WaitingRoom too"),
                broken("aside of 61 words", "[.aside]\n" + "word ".repeat(61), 4, "61 words, at most 60"),
                broken("misconception without a test", ".Everyone says\n[.misconception]\n====\nNo.\n====", 5, "shows no test"),
                broken("also outside the glossary", "A word also:[others].", 3, "belongs into an entry of the glossary"),
                broken("missing diagram", ".Title\ndiagram::nothing[words]", 4, "no diagram diagrams/nothing.puml"),
                broken("diagram without a title", "diagram::three-parts[words]", 3, "needs a title line"),
                broken("diagram without words", ".Title\ndiagram::three-parts[]", 4, "needs a title line"),
                broken("chart without figures", ".Title\nchart::sync-s[ours]", 4, "no figures code/benchmarks/README.md"),
                broken("missing journey", "journey::nothing[]", 3, "no journey journeys/nothing.json"),
                broken("sequence of steps that are not there", "sequence::relist[3-9]", 3, "has the steps 1 to 6, not 3-9"),
                broken("sequence without messages", "sequence::relist[1-1]", 3, "has 0 messages"));
    }

    private static Arguments broken(String name, String chapter, int line, String message) {
        return Arguments.of(name, chapter, line, message);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("brokenBooks")
    void a_broken_book_is_refused_at_the_line_that_breaks_it(String name, String chapter, int line, String message) throws IOException {
        Files.writeString(root.resolve("chapters/outputs/wrong.txt"), "cart arrives\nsearch leaves\n");
        Files.writeString(root.resolve("chapters/dot.svg"), "<svg xmlns='http://www.w3.org/2000/svg'/>");
        Files.writeString(root.resolve("chapters/02-store.adoc"), "= Store\n\n[#type-WaitingRoom]\n== Room\n");
        Files.writeString(root.resolve("chapters/03-delta-fifo.adoc"), "= DeltaFIFO\n\n" + chapter + "\n");

        List<String> problems = check();

        assertThat(problems).as(name).hasSize(1);
        assertThat(problems.getFirst()).startsWith("chapters/03-delta-fifo.adoc:" + line + ": ").contains(message);
    }

    @Test
    void a_page_that_the_contents_do_not_list_is_refused() throws IOException {
        Files.writeString(root.resolve("chapters/stray.adoc"), "= Stray");

        assertThat(check()).singleElement().asString().startsWith("chapters/stray.adoc:1: the contents do not list this page");
    }

    @Test
    void a_term_that_stands_twice_in_the_glossary_is_refused() throws IOException {
        Files.writeString(root.resolve("chapters/glossary.adoc"), "= Glossary\n\nrelist::\nOnce.\n\ntombstone::\nTwice. also:[relist]\n");

        assertThat(check()).singleElement().asString().startsWith("chapters/glossary.adoc:").contains("the glossary has relist twice");
    }

    @Test
    void an_id_that_no_catalogue_has_is_refused() throws IOException {
        Path code = root.resolve("elsewhere");
        Path test = code.resolve("ch03-delta-fifo/src/test/java/a/ATest.java");
        Files.createDirectories(test.getParent());
        Files.writeString(test, "package a;\nimport insideinformer.testing.Spec;\nimport org.junit.jupiter.api.Test;\nclass ATest {\n    @Test\n    @Spec(\"DF-999\")\n    void x() {}\n}\n");

        List<Problem> problems = Book.make(folders, engine, SpecIndex.of(code), false).problems();

        assertThat(problems).extracting(Problem::message).singleElement().asString().contains("DF-999");
    }

    @Test
    void update_records_what_programs_print() throws IOException {
        Files.writeString(root.resolve("chapters/03-delta-fifo.adoc"),
                "= DeltaFIFO\n\n[source,text,run=\"insideinformer.book.Greeting\"]\n----\ninclude::outputs/new/greeting.txt[]\n----\n");
        assertThat(check()).hasSize(1);

        make(true);

        assertThat(check()).isEmpty();
        write();
        assertThat(page("03-delta-fifo.html").select("figure.output pre").text()).contains("search arrives");
    }

    /** What is wrong, one line each. */
    private List<String> check() throws IOException {
        return make(false).problems().stream()
                .map(problem -> folders.show(problem.file()) + ":" + problem.line() + ": " + problem.message())
                .toList();
    }

    private Book make(boolean update) throws IOException {
        return Book.make(folders, engine, catalogue, update);
    }

    private void write() throws IOException {
        make(false).write();
    }

    private Document page(String name) throws IOException {
        return Jsoup.parse(folders.out().resolve(name));
    }
}
