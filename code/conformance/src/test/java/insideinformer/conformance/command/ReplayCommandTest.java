package insideinformer.conformance.command;

import static org.assertj.core.api.Assertions.assertThat;

import insideinformer.conformance.replay.ReplayOutcome;
import insideinformer.conformance.replay.Replayer;
import insideinformer.conformance.trace.Trace;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReplayCommandTest {

    private static final String GOOD = """
            {"format":1,"subject":"keys","name":"keys/good","source":"s","steps":[\
            {"op":"splitMetaNamespaceKey","args":{"key":"a/b"},"result":{"namespace":"a","name":"b"}},\
            {"op":"splitMetaNamespaceKey","args":{"key":"a/b/c"},"error":"key-format"}]}""";
    private static final String WRONG =
            GOOD.replace("keys/good", "keys/wrong").replace("\"name\":\"b\"", "\"name\":\"c\"");

    @TempDir
    Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int replay() {
        return Main.run(new PrintWriter(out), new PrintWriter(err), "replay", "--traces", folder.toString());
    }

    private List<String> lines() {
        return out.toString().lines().toList();
    }

    private Path write(String name, String... lines) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.write(file, List.of(lines));
    }

    @Test
    void recordings_without_a_difference_end_with_one_line_a_subject_and_exit_code_0() throws IOException {
        write("keys.jsonl", GOOD);

        assertThat(replay()).isZero();
        assertThat(lines()).containsExactly("keys: 1 traces, 2 steps, 0 differences, 0 skipped");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void compressed_files_and_files_in_folders_are_found_and_others_are_not() throws IOException {
        write("deep/down/keys-some.jsonl", GOOD, "", GOOD.replace("keys/good", "keys/again"));
        write("notes.json", "no trace");
        try (var zipped = new GZIPOutputStream(Files.newOutputStream(folder.resolve("keys.jsonl.gz")))) {
            zipped.write((GOOD + "\n").getBytes(StandardCharsets.UTF_8));
        }

        assertThat(replay()).isZero();
        assertThat(lines()).containsExactly("keys: 3 traces, 6 steps, 0 differences, 0 skipped");
    }

    @Test
    void a_difference_is_shown_and_ends_its_trace_and_the_exit_code_is_1() throws IOException {
        write("keys.jsonl", WRONG, GOOD);

        assertThat(replay()).isEqualTo(1);
        assertThat(lines()).containsExactly(
                "keys/wrong, step 1, splitMetaNamespaceKey: result.name",
                "  expected \"c\"",
                "  actual   \"b\"",
                "keys: 2 traces, 3 steps, 1 differences, 0 skipped");
    }

    @Test
    void only_the_first_20_differences_are_shown_and_all_are_counted() throws IOException {
        String[] many = new String[23];
        for (int i = 0; i < many.length; i++) {
            many[i] = WRONG.replace("keys/wrong", "keys/wrong-" + i);
        }
        write("keys.jsonl", many);

        assertThat(replay()).isEqualTo(1);
        assertThat(lines()).filteredOn(line -> line.startsWith("keys/wrong-")).hasSize(20);
        assertThat(lines()).endsWith(
                "… and 3 more traces that differ", "keys: 23 traces, 23 steps, 23 differences, 0 skipped");
    }

    @Test
    void a_subject_that_this_build_does_not_know_is_skipped_by_name_and_count() throws IOException {
        write("other.jsonl", GOOD.replace("\"subject\":\"keys\"", "\"subject\":\"tea-leaves\""), GOOD);

        assertThat(replay()).isZero();
        assertThat(lines()).containsExactly(
                "skipped 1 traces of tea-leaves: this build has no subject tea-leaves",
                "keys: 1 traces, 2 steps, 0 differences, 0 skipped",
                "tea-leaves: 1 traces, 0 steps, 0 differences, 1 skipped");
    }

    @Test
    void a_trace_that_needs_a_row_the_port_leaves_out_is_skipped_and_the_row_is_named() throws IOException {
        write("keys.jsonl", GOOD.replace("\"steps\"", "\"config\":{\"optional\":[\"KY-11\",\"KY-99\"]},\"steps\""));

        assertThat(replay()).isZero();
        assertThat(lines()).containsExactly(
                "skipped 1 traces of keys: it needs KY-99, which this port leaves out",
                "keys: 1 traces, 0 steps, 0 differences, 1 skipped");
    }

    @Test
    void a_trace_that_needs_a_row_by_another_word_of_its_config_is_skipped_as_well() throws IOException {
        write("reflector.jsonl", """
                {"format":1,"subject":"reflector","name":"reflector/check","config":{"expected":"typed",\
                "useWatchList":true,"consistencyCheck":true,"backoff":{"initialNanos":1}},"steps":[]}""");

        assertThat(replay()).isZero();
        assertThat(lines()).containsExactly(
                "skipped 1 traces of reflector: it needs RF-84, which this port leaves out",
                "reflector: 1 traces, 0 steps, 0 differences, 1 skipped");
    }

    @Test
    void a_subject_whose_chapter_is_still_to_come_is_skipped_and_the_chapter_is_named() throws IOException {
        write("real-fifo.jsonl", GOOD.replace("\"subject\":\"keys\"", "\"subject\":\"real-fifo\""));

        assertThat(replay()).isZero();
        assertThat(lines()).containsExactly(
                "skipped 1 traces of real-fifo: chapter 17, which builds RealFIFO, is not written yet",
                "real-fifo: 1 traces, 0 steps, 0 differences, 1 skipped");
    }

    @Test
    void an_unreadable_line_is_named_by_file_and_line_and_the_others_are_replayed() throws IOException {
        Path file = write("keys.jsonl", GOOD, "{\"format\":1,", GOOD.replace("keys/good", "keys/more"));

        assertThat(replay()).isEqualTo(1);
        assertThat(lines().getFirst()).startsWith(file + ":2: unreadable: not JSON: ");
        assertThat(lines()).endsWith("1 unreadable lines", "keys: 2 traces, 4 steps, 0 differences, 0 skipped");
    }

    @Test
    void another_format_is_refused_by_its_number() throws IOException {
        Path file = write("keys.jsonl", GOOD.replace("\"format\":1", "\"format\":2"));

        assertThat(replay()).isEqualTo(1);
        assertThat(lines().getFirst()).isEqualTo(file + ":1: unreadable: format 2; this replayer reads format 1");
    }

    @Test
    void what_is_no_trace_is_unreadable_and_says_what_it_lacks() throws IOException {
        Path file = write("keys.jsonl",
                "{\"subject\":\"keys\"}",
                "{\"format\":1,\"name\":\"n\",\"steps\":[]}",
                "{\"format\":1,\"subject\":\"keys\",\"name\":\"n\"}",
                "[]", GOOD + "}", "{\"format\":1,\"format\":1}", GOOD.replace("{\"key\":\"a/b\"}", "7"));

        assertThat(replay()).isEqualTo(1);
        assertThat(lines()).satisfiesExactly(
                line -> assertThat(line).isEqualTo(file + ":1: unreadable: format is missing; this replayer reads format 1"),
                line -> assertThat(line).startsWith(file + ":2: unreadable: no text \"subject\" in "),
                line -> assertThat(line).isEqualTo(file + ":3: unreadable: trace n has no array \"steps\""),
                line -> assertThat(line).startsWith(file + ":4: unreadable: format is missing"),
                line -> assertThat(line).startsWith(file + ":5: unreadable: not JSON: "),
                line -> assertThat(line).startsWith(file + ":6: unreadable: not JSON: "),
                line -> assertThat(line).startsWith(file + ":7: unreadable: \"args\" is no object in "),
                line -> assertThat(line).isEqualTo("7 unreadable lines"));
    }

    @Test
    void a_file_that_is_not_compressed_although_its_name_says_so_is_unreadable() throws IOException {
        Path file = write("keys.jsonl.gz", GOOD);

        assertThat(replay()).isEqualTo(1);
        assertThat(lines().getFirst()).startsWith(file + ":1: unreadable: ");
    }

    @Test
    void bytes_that_are_not_UTF_8_are_unreadable_and_not_replaced() throws IOException {
        Path file = folder.resolve("keys.jsonl");
        Files.write(file, GOOD.replace("keys/good", "keys/gööd").getBytes(StandardCharsets.ISO_8859_1));

        assertThat(replay()).isEqualTo(1);
        assertThat(lines().getFirst()).startsWith(file + ":1: unreadable: ").contains("MalformedInput");
    }

    @Test
    void an_operation_or_a_config_that_the_subject_does_not_know_is_a_difference() throws IOException {
        write("keys.jsonl",
                GOOD.replace("splitMetaNamespaceKey", "guess"),
                GOOD.replace("keys/good", "keys/config")
                        .replace("\"steps\"", "\"config\":{\"colour\":\"red\"},\"steps\""));

        assertThat(replay()).isEqualTo(1);
        assertThat(lines()).contains(
                "keys/good, step 1, guess: answer",
                "  actual   \"java.lang.IllegalArgumentException: no operation guess\"",
                "keys/config, step 0, config: config");
    }

    @Test
    void a_pop_that_waits_is_a_difference_and_does_not_stop_the_replay() throws Exception {
        Trace waits = Trace.parse("""
                {"format":1,"subject":"delta-fifo","name":"delta-fifo/waits","config":{"emitDeltaTypeReplaced":true},\
                "steps":[{"op":"pop","error":"closed"}]}""");

        ReplayOutcome outcome = new Replayer(Duration.ofMillis(200)).replay(waits);

        assertThat(outcome).isInstanceOfSatisfying(ReplayOutcome.Differs.class, differs ->
                assertThat(differs.difference().actual().stringValue()).startsWith("none within "));
    }

    @Test
    void a_folder_that_is_missing_or_empty_is_said_with_exit_code_2() {
        assertThat(replay()).isEqualTo(2);
        assertThat(err.toString()).isEqualTo(
                "No *.jsonl and no *.jsonl.gz below " + folder + "; give --traces another folder."
                        + System.lineSeparator());

        folder = folder.resolve("none");
        assertThat(replay()).isEqualTo(2);
        assertThat(err.toString())
                .contains("There is no " + folder + "; give --traces a folder with *.jsonl or *.jsonl.gz.");
    }
}
