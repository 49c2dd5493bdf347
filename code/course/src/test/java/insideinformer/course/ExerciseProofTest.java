package insideinformer.course;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * For every exercise that there is: its text has its parts, what should pass passes, and nothing else does. The first to
 * ask for an exercise waits for all that can be made of it, dozens of compilations and runs.
 */
@Timeout(300)
class ExerciseProofTest {

    private static final Exercises EXERCISES = Exercises.under(Path.of("..", "..", "exercises"));
    private static final Map<String, Variants> CHECKED = new ConcurrentHashMap<>();

    /**
     * What came of everything that can be made of an exercise, all of it run in one process.
     *
     * @param lazy what a learner hands in who did only part of it
     */
    private record Variants(Verdict starter, Verdict solution, Map<Mistake, Verdict> mistakes, Map<String, Verdict> lazy) {

        static Variants of(Exercise exercise) {
            return CHECKED.computeIfAbsent(exercise.id(), id -> {
                try {
                    return exercise.asksQuestions() ? ofAnswers(exercise) : ofCode(exercise);
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            });
        }

        private static Variants ofCode(Exercise exercise) throws InterruptedException {
            Map<String, List<SourceFile>> lazy = new LinkedHashMap<>();
            for (Template template : exercise.templates().values()) {
                for (String region : template.regions()) {
                    lazy.put(region + " as in the starter", Checker.files(exercise, file -> file.without(region)));
                    lazy.put(region + " left empty",
                            Checker.files(exercise, file -> file.with(Map.of(region, List.of()))));
                }
            }
            List<List<SourceFile>> all = new ArrayList<>();
            all.add(Checker.starter(exercise));
            all.add(Checker.solution(exercise));
            exercise.mistakes().forEach(mistake -> all.add(Checker.solution(exercise, mistake)));
            all.addAll(lazy.values());
            return of(exercise, List.copyOf(lazy.keySet()), new Checker(5).checkVariants(exercise, all));
        }

        private static Variants ofAnswers(Exercise exercise) throws InterruptedException {
            Checker checker = new Checker(10);
            List<Event.Asking> questions = checker.ask(exercise).questions();
            Map<String, String> right = new LinkedHashMap<>();
            questions.forEach(question -> right.put(question.id(), question.answer()));
            List<Map<String, String>> all = new ArrayList<>();
            all.add(Map.of());
            all.add(right);
            for (Mistake mistake : exercise.mistakes()) {
                Map<String, String> wrong = new LinkedHashMap<>(right);
                questions.forEach(question -> question.mistakes().forEach((answer, mistakes) -> {
                    if (mistakes.equals(List.of(mistake.id()))) {
                        wrong.put(question.id(), answer);
                    }
                }));
                all.add(wrong);
            }
            for (String question : right.keySet()) {
                Map<String, String> incomplete = new LinkedHashMap<>(right);
                incomplete.remove(question);
                all.add(incomplete);
            }
            return of(exercise, right.keySet().stream().map(question -> question + " not answered").toList(),
                    checker.markAll(exercise, all));
        }

        private static Variants of(Exercise exercise, List<String> lazyNames, List<Verdict> verdicts) {
            List<Mistake> mistakes = exercise.mistakes();
            Map<Mistake, Verdict> caught = new LinkedHashMap<>();
            for (int i = 0; i < mistakes.size(); i++) {
                caught.put(mistakes.get(i), verdicts.get(2 + i));
            }
            Map<String, Verdict> lazy = new LinkedHashMap<>();
            for (int i = 0; i < lazyNames.size(); i++) {
                lazy.put(lazyNames.get(i), verdicts.get(2 + mistakes.size() + i));
            }
            return new Variants(verdicts.get(0), verdicts.get(1), caught, lazy);
        }
    }

    static Stream<Exercise> exercises() {
        return EXERCISES.all().stream();
    }

    @Test
    void there_are_exercises() {
        assertThat(EXERCISES.all()).isNotEmpty();
    }

    @ParameterizedTest
    @MethodSource("exercises")
    void the_text_says_what_when_and_how_long(Exercise exercise) {
        assertThat(exercise.text().sections().keySet()).containsExactly("The story", "Your task", "Done when");
        assertThat(exercise.minutes()).isBetween(5, 120);
        assertThat(exercise.difficulty()).isIn("easy", "medium", "hard");
        assertThat(exercise.kind()).isNotNull();
        assertThat(exercise.afterwards().body()).anyMatch(line -> !line.isBlank());
    }

    @ParameterizedTest
    @MethodSource("exercises")
    void hints_have_three_rungs(Exercise exercise) {
        Map<String, List<String>> rungs = exercise.hints().sections();

        assertThat(rungs.keySet()).containsExactly("A nudge", "A direction", "Almost the answer");
        assertThat(rungs.values()).allSatisfy(rung -> assertThat(rung).anyMatch(line -> !line.isBlank()));
    }

    @ParameterizedTest
    @MethodSource("exercises")
    void the_starter_compiles_and_is_red_at_the_promise_it_names(Exercise exercise) {
        Verdict starter = Variants.of(exercise).starter();

        assertThat(starter.errors()).isEmpty();
        assertThat(starter.trouble()).isEmpty();
        Result first = starter.firstBroken().orElseThrow();
        assertThat(first.claim().key()).isEqualTo(exercise.firstRed());
        assertThat(first.status()).isIn(Result.Status.UNWRITTEN, Result.Status.BROKEN);
    }

    @ParameterizedTest
    @MethodSource("exercises")
    void the_solution_is_green(Exercise exercise) {
        Verdict solution = Variants.of(exercise).solution();

        assertThat(solution.errors()).isEmpty();
        assertThat(solution.trouble()).isEmpty();
        assertThat(solution.broken()).isEmpty();
        assertThat(solution.passed()).isTrue();
    }

    @ParameterizedTest
    @MethodSource("exercises")
    void every_wrong_solution_is_caught_with_its_own_explanation(Exercise exercise) {
        Map<Mistake, Verdict> mistakes = Variants.of(exercise).mistakes();

        assertThat(mistakes).hasSizeGreaterThanOrEqualTo(3);
        mistakes.forEach((mistake, verdict) -> {
            assertThat(verdict.errors()).as(mistake.id()).isEmpty();
            assertThat(verdict.trouble()).as(mistake.id()).isEmpty();
            Result first = verdict.firstBroken().orElseThrow(() -> new AssertionError(mistake.id() + " passes"));
            assertThat(first.claim().key()).as(mistake.id()).isEqualTo(mistake.breaks());
            assertThat(recognised(exercise, verdict, mistakes)).as(mistake.id()).map(Mistake::id).contains(mistake.id());
            assertThat(mistake.explanation()).as(mistake.id()).anyMatch(line -> !line.isBlank());
        });
    }

    private static Optional<Mistake> recognised(Exercise exercise, Verdict verdict, Map<Mistake, Verdict> mistakes) {
        return exercise.asksQuestions()
                ? Checker.recognise(exercise, verdict.firstBroken().orElseThrow()).stream().findFirst()
                : Checker.recognise(verdict, List.copyOf(mistakes.keySet()), List.copyOf(mistakes.values()));
    }

    @ParameterizedTest
    @MethodSource("exercises")
    void leaving_something_out_never_passes(Exercise exercise) {
        assertThat(Variants.of(exercise).lazy()).isNotEmpty()
                .allSatisfy((what, verdict) -> assertThat(verdict.passed()).isFalse());
    }

    @ParameterizedTest
    @MethodSource("exercises")
    void wrong_solutions_write_into_regions_that_exist(Exercise exercise) {
        List<String> regions = exercise.templates().values().stream().flatMap(template -> template.regions().stream())
                .toList();

        assertThat(regions).doesNotHaveDuplicates();
        assertThat(exercise.mistakes()).allSatisfy(mistake -> {
            assertThat(regions).containsAll(mistake.regions().keySet());
            assertThat(mistake.regions().isEmpty()).isEqualTo(exercise.asksQuestions());
        });
    }

    @ParameterizedTest
    @MethodSource("exercises")
    void where_to_read_is_a_section_of_a_chapter_or_a_class(Exercise exercise) throws IOException {
        for (Claim claim : Variants.of(exercise).solution().claims()) {
            if (claim.isAboutOwnTest()) {
                continue;
            }
            Reference reference = Reference.parse(claim.read()).orElseThrow(() -> new AssertionError(claim.read()));
            assertThat(reference.in(exercise.repository())).as(claim.read()).isPresent();
            reference.chapterFile(exercise.repository()).map(Exercise::read).ifPresent(text ->
                    assertThat(text.lines()).as(claim.read()).anyMatch(line ->
                            line.equals("== " + reference.section()) || line.equals("=== " + reference.section())));
            if (!reference.orClass().isEmpty()) {
                String[] place = reference.orClass().split(" in ");
                try (Stream<Path> files = Files.walk(exercise.repository().resolve(place[1]).resolve("src"))) {
                    assertThat(files).as(claim.read()).anyMatch(file -> file.endsWith(place[0] + ".java"));
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("exercises")
    void no_wrong_answer_is_the_right_one(Exercise exercise) throws InterruptedException {
        assumeThat(exercise.asksQuestions()).isTrue();

        for (Event.Asking question : new Checker(10).ask(exercise).questions()) {
            assertThat(question.mistakes().keySet()).as(question.id()).doesNotContain(question.answer());
        }
    }
}
