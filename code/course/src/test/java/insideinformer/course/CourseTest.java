package insideinformer.course;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The loop that a learner goes through. */
class CourseTest {

    private static final Checker CHECKER = new Checker(5);

    @TempDir
    private Path repository;
    private Path home;
    private int exitCode;

    @BeforeEach
    void exercises() throws IOException {
        home = repository.resolve("exercises");
        Fixtures.copyTo(home);
        Files.createDirectories(repository.resolve("chapters"));
        Files.createFile(repository.resolve("chapters/01-lamps.adoc"));
    }

    /** Each call is a new process to the learner. */
    private String course(String... args) {
        return courseWith("", args);
    }

    private String courseWith(String typed, String... args) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        exitCode = new Course(home, "course", new Screen(new PrintStream(bytes, true, UTF_8), 100, false),
                new ByteArrayInputStream(typed.getBytes(UTF_8)), CHECKER).run(args);
        return bytes.toString(UTF_8).replace(System.lineSeparator(), "\n");
    }

    /** What a call says on standard error. */
    private String complaint(String... args) {
        PrintStream err = System.err;
        ByteArrayOutputStream errors = new ByteArrayOutputStream();
        System.setErr(new PrintStream(errors, true, UTF_8));
        try {
            course(args);
        } finally {
            System.setErr(err);
        }
        return errors.toString(UTF_8).replace(System.lineSeparator(), "\n");
    }

    private Path lamps() {
        return home.resolve("work/count-the-lamps/Lamps.java");
    }

    private void write(String body) throws IOException {
        Files.writeString(lamps(), Fixtures.lamps(body).getFirst().text());
    }

    @Test
    void the_first_call_shows_the_first_exercise_and_makes_its_file() {
        assertThat(course()).contains("Count the lamps", "Chapter 1, rebuild, 5 minutes, easy", "Lantern sells lamps",
                "Done when", "count-the-lamps", "Lamps.java", "course check");
        assertThat(exitCode).isZero();
        assertThat(lamps()).content().contains("not written yet").doesNotContain("exercise::");
    }

    @Test
    void a_check_goes_from_not_written_over_not_so_yet_to_solved_and_on_to_the_next() throws IOException {
        assertThat(course("check")).contains("Not written yet: Every lamp counts.", "0 of 2 kept", "course hint");
        assertThat(exitCode).isEqualTo(1);

        write("return boxes.length;");
        assertThat(course("check")).contains("Not so yet: Every lamp counts.", "boxes of 4 and 3", "Promised  7",
                "Got       2", "This looks like: The boxes are counted", "You count boxes, not lamps.",
                "Read      Chapter 1, \"The promises\", I1");

        write("int n = 0; for (int box : boxes) { n += box; } return n;");
        assertThat(course("check")).contains("2 of 2 kept", "1 of 1 kept", "Solved.", "Well counted.", "course next");
        assertThat(exitCode).isZero();
        assertThat(course("explain")).contains("Well counted.");
        assertThat(course("next")).contains("How many");
        assertThat(course("progress")).contains("1 of 3 solved", "✔ count-the-lamps", "· how-many");
    }

    @Test
    void explain_shows_every_broken_promise_of_the_stage() throws IOException {
        course("next");
        write("return 17;");

        assertThat(course("check")).contains("1 more in this stage").doesNotContain("Not so yet: No box, no lamp.");
        assertThat(course("explain")).contains("Not so yet: Every lamp counts.", "Not so yet: No box, no lamp.");
    }

    @Test
    void code_as_it_was_found_is_not_explained_away() throws IOException {
        Path solution = home.resolve("ch01-lamps/count-the-lamps/solution/Lamps.java");
        Files.writeString(solution, Files.readString(solution)
                .replace("// throw new UnsupportedOperationException(\"not written yet\");", "// return boxes.length;"));

        assertThat(course("check")).contains("Not so yet: Every lamp counts.").doesNotContain("This looks like");
    }

    @Test
    void a_compiler_error_is_shown_with_file_and_line_and_nothing_of_ours() throws IOException {
        course("next");
        write("return lamp;");

        assertThat(course("check")).contains("Lamps.java:3: cannot find symbol", "return lamp;", "^")
                .doesNotContain("insideinformer", "at java.");
    }

    @Test
    void each_hint_adds_a_rung_up_to_three() {
        course("next");

        assertThat(course("hint")).contains("Hint 1 of 3", "Boxes have sizes.").doesNotContain("Add them up.");
        assertThat(course("hint")).contains("Boxes have sizes.", "Hint 2 of 3", "Add them up.").doesNotContain("sum()");
        assertThat(course("hint")).contains("Hint 3 of 3", "sum()", "That was the last hint.",
                "course diff --solution count-the-lamps");
        assertThat(course("hint")).contains("Hint 3 of 3", "There are no more hints.");
    }

    @Test
    void answers_are_written_in_a_file_beside_what_they_are_about() throws IOException {
        course("next", "how-many");
        Path answers = home.resolve("work/how-many/answers.txt");
        assertThat(answers).content().contains("# How many lamps?", "# On the whole shelf.", "lamps =",
                "# One of: yes, no", "light =").doesNotContain("12");
        assertThat(home.resolve("work/how-many/shelf.txt")).hasContent("2 boxes of 6");

        Files.writeString(answers, "lamps = 2\nlight = \n");
        assertThat(course("check")).contains("✘ lamps", "· light: no answer yet", "This may be: ", "These are the boxes.",
                "Read      Shelf in code/ch02-shelves").doesNotContain("12", "Chapter 2");
        assertThat(exitCode).isEqualTo(1);

        Files.writeString(answers, "lamps = 12\nlight = no\n");
        assertThat(course("check")).contains("✔ lamps", "✔ light", "Solved.");
        assertThat(exitCode).isZero();
    }

    @Test
    void diff_shows_what_was_changed() throws IOException {
        course("next");
        assertThat(course("diff")).isEqualTo("No difference.\n");

        write("return boxes.length;");
        assertThat(course("diff")).contains("--- Lamps.java", "+        return boxes.length;", "-        // Stage 1");
        assertThat(course("diff", "--solution")).contains("-        return IntStream.of(boxes).sum();");
    }

    @Test
    void reset_puts_the_old_files_aside_and_forgets_what_was_solved() throws IOException {
        course("next");
        write("int n = 0; for (int box : boxes) { n += box; } return n;");
        course("check");

        assertThat(course("reset")).contains("before-reset-1");
        assertThat(lamps()).content().contains("not written yet");
        assertThat(home.resolve("work/count-the-lamps.before-reset-1/Lamps.java")).content().contains("n += box");
        assertThat(course("list")).contains("· count-the-lamps");
        course("reset");
        assertThat(home.resolve("work/count-the-lamps.before-reset-2")).exists();
    }

    @Test
    void an_id_may_be_cut_short_as_long_as_it_is_clear() {
        assertThat(course("next", "count")).contains("Count the lamps");
        assertThat(course("next", "how-many")).contains("How many");

        course("next", "how");
        assertThat(exitCode).isEqualTo(2);
        course("check", "nothing");
        assertThat(exitCode).isEqualTo(2);
    }

    @Test
    void a_file_that_cannot_be_read_is_named_and_not_a_stack_trace() throws IOException {
        course("next");
        Files.delete(lamps());
        Files.createDirectory(lamps());
        Files.createFile(lamps().resolve("in-the-way"));

        assertThat(course("check")).doesNotContain("at insideinformer");
        assertThat(exitCode).isEqualTo(2);
    }

    @Test
    void a_file_in_another_encoding_is_named() throws IOException {
        course("next");
        Files.writeString(lamps(), "class Lamps {} // Lampengr\u00f6\u00dfe", ISO_8859_1);

        assertThat(complaint("check")).contains("Lamps.java is not UTF-8.");
        assertThat(exitCode).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "// class Lamps {}\n", "/* class Lamps { */\n", "class Lamp {}\n"})
    void a_file_without_its_class_is_told_so_and_nothing_else(String text) throws IOException {
        course("next");
        Files.writeString(lamps(), text);

        assertThat(course("check")).contains("Lamps.java contains no class Lamps. `reset` gives you a fresh one.")
                .doesNotContain("cannot find symbol", "Your code compiles", "does not compile", "Exception");
        assertThat(exitCode).isEqualTo(1);
    }

    @Test
    void the_doctor_finds_nothing_amiss_here() {
        assertThat(course("doctor")).contains("✔ JDK", "✔ checks run in a process of their own").doesNotContain("✘");
        assertThat(exitCode).isZero();
    }

    @Test
    void when_all_is_solved_next_says_so() throws IOException {
        Files.delete(home.resolve("ch02-questions/how-many/exercise.adoc"));
        Files.delete(home.resolve("ch02-questions/how-many-more/exercise.adoc"));
        course("next");
        write("int n = 0; for (int box : boxes) { n += box; } return n;");
        course("check");

        assertThat(course("check")).contains("Solved.", "The only exercise is solved.", "From here:");
        assertThat(course("next")).contains("The only exercise is solved.", "course explain ID", "make run MANIFESTS=");
    }

    @Test
    void watch_takes_keys_for_hint_list_reset_and_next_and_goes_on_until_told_to_quit() {
        String shown = courseWith("h\nl\nx\nr\nn\nq\n", "watch", "count");

        assertThat(shown).containsSubsequence("count-the-lamps", "Not written yet: Every lamp counts.",
                "each save is checked", "Hint 1 of 3", "Chapter 1", "'x' is none of h, l, r, n, q.",
                "A fresh start is in", "How many");
        assertThat(exitCode).isZero();
    }

    @Test
    void watch_goes_on_to_the_next_exercise_when_one_is_solved() throws IOException {
        course("next");
        write("int n = 0; for (int box : boxes) { n += box; } return n;");

        assertThat(courseWith("\nq\n", "watch")).containsSubsequence("Solved.", "Well counted.", "How many",
                "how-many");
    }

    @Test
    void an_answer_given_twice_is_told_and_not_taken() throws IOException {
        course("next", "how-many");
        Path answers = home.resolve("work/how-many/answers.txt");
        Files.writeString(answers, "lamps = 2\nlight = no\n# again\nlamps = 12\n");

        assertThat(complaint("check")).contains("answers.txt:4: 'lamps' is answered twice.", "Delete one");
        assertThat(exitCode).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource({
        "lamp = 12, no question is called 'lamp'. The questions are lamps",
        "12, answers.txt:1: '12' is no answer.",
        "= 12, answers.txt:1: '= 12' is no answer."})
    void a_line_that_answers_nothing_is_told(String line, String told) throws IOException {
        course("next", "how-many");
        Files.writeString(home.resolve("work/how-many/answers.txt"), line + "\n");

        assertThat(complaint("check")).contains(told);
        assertThat(exitCode).isEqualTo(2);
    }

    @Test
    void an_edited_given_file_is_told_and_given_back_and_a_deleted_one_is_there_again() throws IOException {
        Path given = Files.createDirectories(home.resolve("ch01-lamps/given")).resolve("Shelf.java");
        Files.writeString(given, "class Shelf {}\n");
        course("next");
        Path mine = home.resolve("work/count-the-lamps/Shelf.java");
        assertThat(course("check")).doesNotContain("Shelf.java");

        Files.writeString(mine, "class Shelf { int mine; }\n");
        assertThat(course("check")).contains("You changed Shelf.java, which belongs to the exercise",
                "course reset --given count-the-lamps");
        assertThat(course("reset", "--given")).contains("Your Shelf.java is now", "as they were");
        assertThat(mine).hasContent("class Shelf {}");
        assertThat(home.resolve("work/count-the-lamps.before-reset-1/Shelf.java")).content().contains("mine");

        Files.delete(mine);
        assertThat(course("check")).contains("Shelf.java was missing.");
        assertThat(mine).hasContent("class Shelf {}");
    }

    @Test
    void a_package_is_told_in_one_sentence_and_a_byte_order_mark_is_no_problem() throws IOException {
        course("next");
        String right = Fixtures.lamps("int n = 0; for (int box : boxes) { n += box; } return n;").getFirst().text();
        Files.writeString(lamps(), "package shop;\n" + right);
        assertThat(course("check")).contains("delete the line 'package shop;'").doesNotContain("cannot find symbol");

        Files.writeString(lamps(), "\uFEFF" + right);
        assertThat(course("check")).contains("Solved.");
    }

    @Test
    void each_command_explains_itself_and_unknown_words_name_a_command_only_if_it_is_near() {
        for (String command : List.of("next", "check", "watch", "hint", "explain", "reset", "diff", "progress", "list",
                "doctor")) {
            assertThat(run(command, "--help")).as(command).contains("Usage: course " + command);
            assertThat(run("help", command)).as(command).contains("Usage: course " + command);
        }
        assertThat(run("-V")).contains("Inside the Informer, 1.0");

        assertThat(complaint("chekc")).isEqualTo(
                "'chekc' is not understood here. Did you mean 'check'? `course --help` lists what there is.\n");
        assertThat(complaint("banana")).isEqualTo(
                "'banana' is not understood here. `course --help` lists what there is.\n");
        assertThat(complaint("diff", "--solutoin")).contains("Did you mean '--solution'?");
        assertThat(exitCode).isEqualTo(2);
    }

    /** With what picocli itself prints. */
    private String run(String... args) {
        PrintStream out = System.out;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        System.setOut(new PrintStream(bytes, true, UTF_8));
        try {
            course(args);
        } finally {
            System.setOut(out);
        }
        assertThat(exitCode).isZero();
        return bytes.toString(UTF_8);
    }

    @Test
    void a_path_with_blanks_can_be_pasted() throws IOException {
        home = repository.resolve("my exercises");
        Fixtures.copyTo(home);

        assertThat(course()).contains("\"" + home.resolve("work/count-the-lamps/Lamps.java") + "\"");
    }
}
