package insideinformer.course;

import static insideinformer.course.Fixtures.LAMPS;
import static insideinformer.course.Fixtures.QUESTIONS;
import static insideinformer.course.Fixtures.lamps;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CheckerTest {

    private static final String RIGHT = "int n = 0; for (int box : boxes) { n += box; } return n;";

    private static final Exercise HUNT = Exercise.at(Path.of("..", "..", "exercises", "ch03-delta-fifo"),
            "the-relist-that-forgot");

    private final Checker checker = new Checker(5);

    @Test
    void code_may_do_what_it_likes_and_the_answer_names_what_it_did() throws InterruptedException {
        List<Verdict> verdicts = checker.checkVariants(LAMPS, List.of(
                lamps(RIGHT),
                lamps("return boxes.length;"),
                lamps("int n = 0;\n        while (true) { n++; }"),
                lamps("return boxes[boxes.length];"),
                lamps("return count(boxes);"),
                lamps("return boxes.length > 2 ? \"many\" : 1;")));

        assertThat(verdicts.get(0).passed()).isTrue();
        assertThat(verdicts.get(0).claims()).extracting(Claim::key)
                .containsExactly("every_lamp_counts", "no_box_no_lamp", "a_box_may_be_large");

        Result broken = verdicts.get(1).firstBroken().orElseThrow();
        assertThat(broken.status()).isEqualTo(Result.Status.BROKEN);
        assertThat(List.of(broken.did(), broken.promised(), broken.got())).containsExactly("boxes of 4 and 3", "7", "2");
        assertThat(verdicts.get(1).results()).as("later stages wait").hasSize(2);

        Result hung = verdicts.get(2).firstBroken().orElseThrow();
        assertThat(hung.status()).isEqualTo(Result.Status.HUNG);
        assertThat(hung.where()).isEqualTo("Lamps.java:4");
        assertThat(verdicts.get(2).results()).as("nothing more is tried").hasSize(1);

        Result threw = verdicts.get(3).firstBroken().orElseThrow();
        assertThat(threw.status()).isEqualTo(Result.Status.THREW);
        assertThat(threw.got()).startsWith("ArrayIndexOutOfBoundsException");
        assertThat(threw.where()).isEqualTo("Lamps.java:3");

        Result deep = verdicts.get(4).firstBroken().orElseThrow();
        assertThat(deep.status()).isEqualTo(Result.Status.THREW);
        assertThat(deep.got()).startsWith("StackOverflowError");

        assertThat(verdicts.get(5).errors()).singleElement().asString()
                .startsWith("work/Lamps.java:3: incompatible types").contains("\"many\"").contains("^");
    }

    @Test
    void code_that_the_tests_no_longer_fit_is_told_so() throws InterruptedException {
        Verdict verdict = checker.check(LAMPS, List.of(
                new SourceFile("Lamps.java", "work/Lamps.java", "class Lamps { int countAll(int... boxes) { return 0; } }")));

        assertThat(verdict.errors()).first().asString().startsWith("Your code compiles, but the tests");
        assertThat(verdict.errors()).anyMatch(error -> error.contains("count(int,int)"));
    }

    @Test
    void code_that_ends_the_program_is_told_so() throws InterruptedException {
        Result died = checker.check(LAMPS, lamps("System.exit(7); return 0;")).firstBroken().orElseThrow();

        assertThat(died.status()).isEqualTo(Result.Status.DIED);
        assertThat(died.got()).contains("exit code 7");
    }

    @Test
    void what_one_variant_does_to_its_process_does_not_harm_the_next() throws InterruptedException {
        List<Verdict> verdicts = checker.checkVariants(LAMPS, List.of(
                lamps("System.exit(7); return 0;"),
                lamps("int n = 0;\n        while (true) { n++; }"),
                lamps(RIGHT)));

        assertThat(verdicts).extracting(verdict -> verdict.firstBroken().map(Result::status).orElse(Result.Status.KEPT))
                .containsExactly(Result.Status.DIED, Result.Status.HUNG, Result.Status.KEPT);
    }

    @Test
    void a_variant_can_be_checked_only_up_to_its_first_broken_promise() throws InterruptedException {
        List<List<SourceFile>> variants = List.of(lamps("return 17;"), lamps(RIGHT));

        assertThat(checker.checkVariants(LAMPS, variants).getFirst().results()).hasSize(2);
        List<Verdict> untilBroken = checker.checkVariantsUntilBroken(LAMPS, variants);
        assertThat(untilBroken.getFirst().results()).hasSize(1);
        assertThat(untilBroken.getLast().passed()).isTrue();
    }

    @Test
    void code_that_exits_as_the_jvm_does_without_memory_is_not_taken_for_it() throws InterruptedException {
        Result died = checker.check(LAMPS, lamps("System.exit(3); return 0;")).firstBroken().orElseThrow();

        assertThat(died.got()).isEqualTo("the code ended the whole program with exit code 3");
    }

    @Test
    void code_that_ends_the_program_while_it_is_loaded_is_told_so() throws InterruptedException {
        Verdict verdict = checker.check(LAMPS, List.of(new SourceFile("Lamps.java", "work/Lamps.java", """
                class Lamps {
                    static { System.exit(7); }
                    int count(int... boxes) { return 0; }
                }
                """)));

        assertThat(verdict.passed()).isFalse();
        assertThat(verdict.firstBroken().orElseThrow().got()).contains("exit code 7");
    }

    @Test
    void code_that_grows_without_end_is_told_so() throws InterruptedException {
        Verdict verdict = new Checker(10).check(LAMPS, lamps(
                "var all = new java.util.ArrayList<long[]>(); while (true) { all.add(new long[1 << 20]); }"));

        Result died = verdict.firstBroken().orElseThrow();
        assertThat(died.status()).isEqualTo(Result.Status.DIED);
        assertThat(died.got()).contains("memory");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            @Disabled @Test void a() {}                       | Your test a is switched off (@Disabled).
            @Disabled("later") @Test void a() {}              | Your test a is switched off (later).
            @Test void a() { Assumptions.abort(); }           | Your test a gave up at an assumption; only an assertion can show a bug.
                                                              | There is no method with @Test yet.
            """)
    void a_test_that_never_claims_anything_is_not_written(@Nullable String body, String why) throws InterruptedException {
        Verdict verdict = checker.check(HUNT, hunt("class RelistTest { " + (body == null ? "" : body) + " }"));

        assertThat(verdict.passed()).isFalse();
        Result first = verdict.firstBroken().orElseThrow();
        assertThat(first.status()).isEqualTo(Result.Status.UNWRITTEN);
        assertThat(first.got()).isEqualTo(why);
    }

    @Test
    void a_test_class_that_is_switched_off_is_not_written() throws InterruptedException {
        Result first = checker.check(HUNT, hunt("@Disabled class RelistTest { @Test void a() {} }")).firstBroken()
                .orElseThrow();

        assertThat(first.status()).isEqualTo(Result.Status.UNWRITTEN);
        assertThat(first.got()).isEqualTo("Your test a is switched off (@Disabled).");
    }

    @Test
    void a_test_that_gives_up_on_the_code_as_it_was_found_has_not_failed_there() throws InterruptedException {
        Verdict verdict = checker.check(HUNT, hunt("""
                class RelistTest {
                    @Test
                    void a() {
                        PodCache cache = new PodCache();
                        LanternQueue queue = new LanternQueue(cache);
                        queue.add(new Pod("cart", 3));
                        queue.replace(java.util.List.of());
                        Assumptions.assumeTrue(queue.contents().contains("tombstone"));
                    }
                }
                """));

        Result first = verdict.firstBroken().orElseThrow();
        assertThat(first.claim().key()).isEqualTo(Checker.FAILS_ON_WRONG);
        assertThat(first.got()).startsWith("No test of yours ran to a failure there.");
    }

    @Test
    void a_test_that_ends_the_program_is_named() throws InterruptedException {
        Result died = checker.check(HUNT, hunt("class RelistTest { @Test void a() { System.exit(3); } }")).firstBroken()
                .orElseThrow();

        assertThat(died.got()).isEqualTo("the test a ended the whole program with exit code 3");
    }

    /** A hunt's files as in the solution, but for the learner's test. */
    private static List<SourceFile> hunt(String test) {
        return Checker.solution(HUNT).stream().map(file -> !file.name().equals("RelistTest.java") ? file
                : new SourceFile(file.name(), file.shownAs(), "import org.junit.jupiter.api.*;\n" + test)).toList();
    }

    @Test
    void what_code_prints_comes_back() throws InterruptedException {
        assertThat(checker.check(LAMPS, lamps("System.out.println(\"box \" + boxes.length); " + RIGHT)).printed())
                .contains("box 2");
    }

    @Test
    void a_mistake_is_recognised_by_what_the_code_does() throws InterruptedException {
        List<SourceFile> files = lamps("int n = 0; for (int box : boxes) { n++; } return n;");

        assertThat(checker.recognise(LAMPS, files, checker.check(LAMPS, files))).map(Mistake::id).contains("counts-boxes");
    }

    @Test
    void a_mistake_that_nobody_thought_of_is_not_taken_for_another() throws InterruptedException {
        List<SourceFile> files = lamps("return 17;");

        assertThat(checker.recognise(LAMPS, files, checker.check(LAMPS, files))).isEmpty();
    }

    @Test
    void answers_are_marked_one_by_one() throws InterruptedException {
        List<Verdict> verdicts = checker.markAll(QUESTIONS, List.of(
                Map.of("lamps", " 012 ", "light", "NO"),
                Map.of("lamps", "2", "light", ""),
                Map.of("lamps", "a dozen"),
                Map.of("lamps", "12", "light", "maybe")));

        assertThat(verdicts.get(0).passed()).isTrue();
        assertThat(verdicts.get(1).results()).extracting(Result::status)
                .containsExactly(Result.Status.BROKEN, Result.Status.UNWRITTEN);
        assertThat(Checker.recognise(QUESTIONS, verdicts.get(1).results().getFirst())).extracting(Mistake::id).containsExactly("boxes");
        assertThat(verdicts.get(2).firstBroken().orElseThrow().got()).isEqualTo("'a dozen' is not a number");
        assertThat(verdicts.get(3).firstBroken().orElseThrow().got()).isEqualTo("'maybe' is none of: yes, no");
    }
}
