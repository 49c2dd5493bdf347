package insideinformer.course;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * For every exercise with code: its tests notice each {@link Mutator} change of the solution, except those that
 * {@code allowed-mutants.adoc} in its folder lists with the reason why they are right too. The appendix on conformance shows
 * the numbers and the reasons; {@code target/mutants} has the single changes.
 */
@Timeout(600)
class MutationProofTest {

    private static final int SECONDS_PER_TEST = 3;
    private static final double ENOUGH_PERCENT = 95;

    private static final Path PAGE = Path.of("..", "..", "chapters", "appendix-conformance.adoc");

    static Stream<Exercise> exercises() {
        return Exercises.under(Path.of("..", "..", "exercises")).all().stream().filter(exercise -> !exercise.asksQuestions());
    }

    @ParameterizedTest
    @MethodSource("exercises")
    void every_change_of_the_solution_is_noticed_or_right_too(Exercise exercise) throws Exception {
        Map<String, List<SourceFile>> mutants = mutants(exercise);
        List<Verdict> verdicts = new Checker(SECONDS_PER_TEST).checkVariantsUntilBroken(exercise, List.copyOf(mutants.values()));

        List<String> compiled = new ArrayList<>();
        List<String> unnoticed = new ArrayList<>();
        int next = 0;
        for (String mutant : mutants.keySet()) {
            Verdict verdict = verdicts.get(next++);
            if (verdict.errors().isEmpty()) {
                compiled.add(mutant);
                if (verdict.passed()) {
                    unnoticed.add(mutant);
                }
            }
        }
        Map<String, List<String>> allowed = allowed(exercise);
        double percent = 100.0 * (compiled.size() - unnoticed.size()) / compiled.size();
        String rows = "| `" + exercise.id() + "` | " + exercise.mistakes().size() + " | " + compiled.size() + " | "
                + (compiled.size() - unnoticed.size()) + " | " + Math.round(percent) + " %\n";
        String reasons = allowed.entrySet().stream().map(mutant -> "| `" + exercise.id() + "` | "
                + mutant.getKey().replace("|", "{vbar}") + " | " + String.join(" ", mutant.getValue()).strip() + "\n")
                .collect(Collectors.joining());
        write(exercise, compiled, unnoticed);

        assertThat(unnoticed).as("of " + compiled.size() + ": give each a test, or a reason in allowed-mutants.adoc")
                .containsExactlyInAnyOrderElementsOf(allowed.keySet());
        assertThat(allowed.values()).allSatisfy(reason -> assertThat(reason).anyMatch(line -> !line.isBlank()));
        assertThat(percent).isGreaterThanOrEqualTo(ENOUGH_PERCENT);
        assertThat(PAGE).content().contains(rows).contains(reasons);
    }

    /** Name to the files of the solution with one of them changed. */
    private static Map<String, List<SourceFile>> mutants(Exercise exercise) {
        Map<String, List<SourceFile>> mutants = new LinkedHashMap<>();
        exercise.templates().forEach((name, template) -> Mutator.changes(template).forEach(change ->
                mutants.put(change.name(), Checker.solution(exercise).stream()
                        .map(file -> file.name().equals(name) ? new SourceFile(name, name, change.text()) : file).toList())));
        return mutants;
    }

    private static Map<String, List<String>> allowed(Exercise exercise) {
        Path file = exercise.folder().resolve("allowed-mutants.adoc");
        return Files.exists(file) ? Adoc.read(file).sections() : Map.of();
    }

    private static void write(Exercise exercise, List<String> compiled, List<String> unnoticed) throws IOException {
        Path report = Files.createDirectories(Path.of("target", "mutants")).resolve(exercise.id() + ".txt");
        Files.writeString(report, compiled.stream().map(mutant -> (unnoticed.contains(mutant) ? "unnoticed  " : "noticed    ")
                + mutant + "\n").reduce("", String::concat));
    }
}
