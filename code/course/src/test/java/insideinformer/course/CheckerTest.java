package insideinformer.course;

import static insideinformer.course.Fixtures.LAMPS;
import static insideinformer.course.Fixtures.QUESTIONS;
import static insideinformer.course.Fixtures.lamps;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CheckerTest {

    private static final String RIGHT = "int n = 0; for (int box : boxes) { n += box; } return n;";

    private final Checker checker = new Checker(1);

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
    void code_that_ends_the_program_while_it_is_loaded_is_told_so() throws InterruptedException {
        Verdict verdict = new Checker(1).check(LAMPS, List.of(new SourceFile("Lamps.java", "work/Lamps.java", """
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

    @Test
    void what_code_prints_comes_back() throws InterruptedException {
        assertThat(checker.check(LAMPS, lamps("System.out.println(\"box \" + boxes.length); " + RIGHT)).printed())
                .contains("box 2");
    }

    @Test
    void a_mistake_is_recognised_by_what_the_code_does() throws InterruptedException {
        List<SourceFile> files = lamps("int n = 0; for (int box : boxes) { n++; } return n;");

        assertThat(checker.recognise(LAMPS, files, checker.check(LAMPS, files))).map(Mutant::id).contains("counts-boxes");
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
        assertThat(Checker.recognise(QUESTIONS, verdicts.get(1).results().getFirst())).map(Mutant::id).contains("boxes");
        assertThat(verdicts.get(2).firstBroken().orElseThrow().got()).isEqualTo("'a dozen' is not a number");
        assertThat(verdicts.get(3).firstBroken().orElseThrow().got()).isEqualTo("'maybe' is none of: yes, no");
    }
}
