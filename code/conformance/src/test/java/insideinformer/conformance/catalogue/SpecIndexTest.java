package insideinformer.conformance.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpecIndexTest {

    private static final SpecIndex INDEX = SpecIndex.of(Path.of(".."));

    @TempDir
    Path reactor;

    @Test
    void every_id_that_a_test_or_a_data_file_names_exists() {
        assertThat(INDEX.problems())
                .as("an id in @Spec or a data file must be a row of a catalogue or a report; correct the id")
                .isEmpty();
    }

    @Test
    void every_row_of_the_six_catalogues_is_there() {
        assertThat(INDEX.rows()).hasSize(1253);
        assertThat(INDEX.families()).allSatisfy(family ->
                assertThat(INDEX.rows()).as(family.title()).anyMatch(row -> row.family().equals(family.prefix())));
        assertThat(INDEX.reports()).hasSize(87);
        assertThat(INDEX.stops()).hasSize(39);
    }

    @Test
    void a_row_keeps_its_texts_its_source_and_its_place() {
        Row row = INDEX.row("KY-09").orElseThrow();

        assertThat(row.family()).isEqualTo("KY");
        assertThat(row.section()).isEqualTo("1. Keys");
        assertThat(row.behavior()).startsWith("DeletionHandlingMetaNamespaceKeyFunc: a DeletedFinalStateUnknown yields");
        assertThat(row.shownBy()).isEqualTo("tombstone with key `a/b/c` and no object → `a/b/c`");
        assertThat(row.goSource()).isEqualTo("controller.go: DeletionHandlingMetaNamespaceKeyFunc");
        assertThat(row.marks()).isEmpty();
    }

    @Test
    void a_sequence_row_names_its_columns() {
        assertThat(INDEX.row("DF-127").orElseThrow().behavior()).isEqualTo(
                "Known: `-`; Emit: Replaced; Operations: `add a1; replace; replace`; Popped: `a[Added a1, Deleted a!1]`; "
                        + "Synced: yes → yes; Older versions: v0.23, 1.11, 1.5: `a[Added a1, Deleted a!{a!1}]`");
    }

    @Test
    void a_timeline_is_a_row_with_its_table_in_it() {
        assertThat(INDEX.row("TL-06").orElseThrow().behavior()).isEqualTo(
                "**Late join, idle** — store p1@1 p2@2, A long synced · B joins: B: Add(p1,i) Add(p2,i), any order; "
                        + "B synced: no → yes after both returned · ADDED p3@3: A: Add(p3,–); B: Add(p3,–); B synced: yes");
        assertThat(INDEX.row("TL-14").orElseThrow().behavior()).endsWith("(RealFIFO form: the deletion comes first.)");
    }

    @Test
    void marks_are_read_from_the_row_or_its_section() {
        assertThat(INDEX.row("DF-49").orElseThrow().marks()).containsExactly(Mark.DECISION);
        assertThat(INDEX.row("QM-24").orElseThrow().marks()).containsExactly(Mark.DEFECT);
        assertThat(INDEX.row("ST-09").orElseThrow().marks()).containsExactly(Mark.OPTIONAL);
        assertThat(INDEX.row("ST-30").orElseThrow().marks()).containsExactly(Mark.OPTIONAL);
    }

    @Test
    void every_row_where_the_port_decides_or_repairs_says_what_and_why() {
        assertThat(INDEX.rows().stream()
                        .filter(row -> row.marks().contains(Mark.DECISION) || row.marks().contains(Mark.DEFECT))
                        .map(Row::id)
                        .filter(id -> INDEX.deviation(id).isEmpty()))
                .as("rows marked [J] or (defect) without a line in deviations.tsv")
                .isEmpty();
    }

    @Test
    void a_part_that_is_not_built_yet_has_no_tests() {
        assertThat(INDEX.rows().stream()
                        .filter(row -> INDEX.later(row).isPresent() && !INDEX.tests(row.id()).isEmpty())
                        .map(Row::id))
                .as("rows that later.tsv calls not built and a test shows; take them or their family out there")
                .isEmpty();
        assertThat(INDEX.reports().stream()
                        .filter(report -> INDEX.later(report).isPresent() && !INDEX.tests(report.id()).isEmpty())
                        .map(PublicReport::id))
                .as("reports that later.tsv calls not shown and a test shows; take them out there")
                .isEmpty();
    }

    @Test
    void tests_are_found_on_methods_classes_and_nested_classes_and_never_in_comments_or_strings() throws IOException {
        write("m1", "p", "ATest", """
                package p;
                import insideinformer.testing.Spec;
                @Spec("DF-01")
                class ATest {
                    // @Spec("DF-02")
                    String s = "@Spec(\\"DF-03\\")";
                    /** @Spec("DF-04") */
                    @Spec({"DF-05",
                            "DF-06"})
                    void both() {}
                    class Inner {
                        @insideinformer.testing.Spec(value = "DF-07") void one() {}
                    }
                }
                """);

        SpecIndex index = SpecIndex.of(reactor);

        assertThat(index.problems()).isEmpty();
        assertThat(index.rows().stream().filter(row -> index.status(row) == RowStatus.SHOWN).map(Row::id))
                .containsExactly("DF-01", "DF-05", "DF-06", "DF-07");
        assertThat(index.tests("DF-01")).containsExactly(
                new TestRef("m1", "p.ATest", "", Path.of("m1/src/test/java/p/ATest.java"), 3, ""));
        assertThat(index.tests("DF-06")).extracting(TestRef::text).containsExactly("ATest#both");
        assertThat(index.tests("DF-07")).extracting(TestRef::className).containsExactly("p.ATest$Inner");
    }

    @Test
    void a_row_all_of_whose_tests_show_only_a_part_is_partly_shown() throws IOException {
        write("m1", "p", "PTest", """
                package p;
                class PTest {
                    @Spec(value = "DF-01", part = "the first half") void half() {}
                    @Spec(value = {"DF-02", "DF-03"}, part = "two keys") void keys() {}
                    @Spec("DF-02") void whole() {}
                    @Spec("DF-04") @Spec(value = "DF-05", part = "an empty" + " list") void both() {}
                    @Spec(part = "rows whose ids come last", value = "A1") void report() {}
                }
                """);

        SpecIndex index = SpecIndex.of(reactor);

        assertThat(index.problems()).isEmpty();
        assertThat(index.rows().stream().filter(row -> index.status(row) == RowStatus.PARTLY).map(Row::id))
                .containsExactly("DF-01", "DF-03", "DF-05");
        assertThat(index.rows().stream().filter(row -> index.status(row) == RowStatus.SHOWN).map(Row::id))
                .containsExactly("DF-02", "DF-04");
        assertThat(index.tests("DF-01")).extracting(TestRef::part).containsExactly("the first half");
        assertThat(index.tests("DF-02")).extracting(TestRef::part).containsExactly("two keys", "");
        assertThat(index.tests("DF-05")).extracting(TestRef::part).containsExactly("an empty list");
        assertThat(index.reports()).filteredOn(report -> report.id().equals("A1"))
                .extracting(index::status).containsExactly(RowStatus.PARTLY);
        assertThat(index.count(index.families().stream().filter(f -> f.prefix().equals("DF")).findFirst().orElseThrow(),
                RowStatus.PARTLY)).isEqualTo(3);
    }

    @Test
    void a_part_without_words_is_refused_with_its_place() throws IOException {
        write("m1", "p", "QTest", """
                package p;
                class QTest { @Spec(value = "DF-01", part = " ") void blank() {} }
                """);

        assertThatThrownBy(() -> SpecIndex.of(reactor))
                .hasMessage("@Spec(part = \" \") in [QTest]: say which part of the row the test shows, or leave it out");
    }

    @Test
    void an_id_that_no_catalogue_has_is_a_problem() throws IOException {
        write("m1", "p", "BTest", """
                package p;
                class BTest { @Spec("DF-999") void typo() {} }
                """);

        assertThat(SpecIndex.of(reactor).problems())
                .containsExactly("@Spec on BTest#typo: no row, report or stop DF-999");
    }

    @Test
    void reports_and_stops_are_shown_by_tests_as_rows_are() throws IOException {
        write("m1", "p", "DTest", """
                package p;
                class DTest { @Spec({"A1", "W26"}) void told() {} }
                """);

        SpecIndex index = SpecIndex.of(reactor);

        assertThat(index.problems()).isEmpty();
        assertThat(index.tests("A1")).extracting(TestRef::method).containsExactly("told");
        assertThat(index.tests("W26")).extracting(TestRef::method).containsExactly("told");
        assertThat(index.reports()).filteredOn(report -> report.id().equals("A1")).singleElement().satisfies(report -> {
            assertThat(report.sources()).isEqualTo("kubernetes#115658, fix PR #115620.");
            assertThat(report.scenario()).contains("*Right:* ADD `ada`, then DEL `ada` (tombstone); store empty.");
            assertThat(report.promise()).isEqualTo("ADD `ada`, then DEL `ada` (tombstone); store empty.");
            assertThat(report.topic()).isEqualTo("A. Lists, relists and lost events");
            assertThat(index.status(report)).isEqualTo(RowStatus.SHOWN);
        });
        assertThat(index.reports()).filteredOn(report -> report.id().equals("A10")).singleElement().satisfies(report -> {
            assertThat(index.status(report)).isEqualTo(RowStatus.LATER);
            assertThat(index.later(report).orElseThrow()).startsWith("chapter 16");
        });
    }

    @Test
    void every_report_has_a_promise_of_its_own() {
        assertThat(INDEX.reports()).extracting(PublicReport::promise).doesNotHaveDuplicates()
                .allSatisfy(promise -> assertThat(promise).isNotBlank().doesNotContain("*Try:*"));
    }

    @Test
    void an_id_that_is_not_a_literal_is_refused_with_its_place() throws IOException {
        write("m1", "p", "CTest", """
                package p;
                class CTest { @Spec(ID) void hidden() {} }
                """);

        assertThatThrownBy(() -> SpecIndex.of(reactor))
                .hasMessage("@Spec(ID) in [CTest]: write it as a literal");
    }

    @Test
    void a_row_with_a_missing_cell_is_refused_by_its_id() {
        List<String> lines = List.of("# T", "## S", "| ID | Behaviour | How | Go |", "| AB-01 | x | y |");

        assertThatThrownBy(() -> CatalogueFile.rows(lines))
                .hasMessage("'T', section 'S': row 'AB-01' needs an id such as DF-07 and 4 cells, it has 3");
    }

    private void write(String module, String folder, String name, String text) throws IOException {
        Path file = reactor.resolve(module).resolve("src/test/java").resolve(folder).resolve(name + ".java");
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }
}
