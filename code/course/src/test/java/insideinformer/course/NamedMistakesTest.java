package insideinformer.course;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What people get wrong most often, written as they would write it and not as the exercise has it: each is told its own
 * explanation, and no other.
 */
@Timeout(300)
class NamedMistakesTest {

    private static final Exercises EXERCISES = Exercises.under(Path.of("..", "..", "exercises"));
    private static final Exercise QUEUE = EXERCISES.named("rebuild-the-queue");
    private static final Exercise HUNT = EXERCISES.named("the-relist-that-forgot");
    private static final String WAIT = """
            while (queue.isEmpty()) {
                if (closed) throw new FIFOClosedException();
                cond.awaitUninterruptibly();
            }
            """;

    private final Checker checker = new Checker(10);

    @Test
    void a_wrong_queue_is_told_its_mistake() throws InterruptedException {
        assertThat(told(QUEUE, Map.of(
                "exceptions-are-swallowed", Map.of("pop", WAIT + """
                        var deltas = new Deltas<>(items.remove(queue.poll()));
                        try { process.accept(deltas); } catch (Throwable e) { }
                        return deltas;"""),
                "exceptions-are-wrapped", Map.of("pop", WAIT + """
                        var deltas = new Deltas<>(items.remove(queue.poll()));
                        try { process.accept(deltas); } catch (Exception e) { throw new IllegalStateException("callback", e); }
                        return deltas;"""),
                "queued-again-on-failure", Map.of("pop", WAIT + """
                        String key = queue.poll();
                        var list = items.remove(key);
                        boolean ok = false;
                        try {
                            process.accept(new Deltas<>(list));
                            ok = true;
                        } finally {
                            if (!ok) { queue.addFirst(key); items.put(key, list); }
                        }
                        return new Deltas<>(list);"""),
                "last-in-first-out", Map.of("pop", WAIT + """
                        var deltas = new Deltas<>(items.remove(queue.pollLast()));
                        process.accept(deltas);
                        return deltas;"""),
                "never-closed", Map.of("pop", """
                        while (!(queue.size() > 0)) cond.awaitUninterruptibly();
                        var deltas = new Deltas<>(items.remove(queue.poll()));
                        process.accept(deltas);
                        return deltas;"""),
                "added-and-deleted-cancel-out", Map.of("delete", """
                        if (isKnownLocked(key)) queueActionLocked(key, DELETED, object);
                        else if (items.remove(key) != null) queue.removeIf(key::equals);"""),
                "dedup-leaves-an-empty-list", Map.of("dedup", """
                        if (deltas.size() < 2) return;
                        if (deltas.getLast().type() == DELETED && deltas.get(deltas.size() - 2).type() == ADDED) deltas.clear();"""),
                "dedup-is-never-called", Map.of("enqueue", """
                        if (!items.containsKey(key)) queue.add(key);
                        items.computeIfAbsent(key, k -> new ArrayList<>()).add(new Delta<>(type, object));
                        cond.signalAll();"""),
                "an-optional-is-never-null", Map.of("known", """
                        private boolean isKnownLocked(String key) {
                            try {
                                var pod = knownObjects.getByKey(key);
                                if (pod != null) return true;
                                return false;
                            } catch (LookupException e) { return true; }
                        }""")))).allSatisfy((mistake, told) -> assertThat(told).isEqualTo(mistake));
    }

    @Test
    void a_wrong_test_is_told_its_mistake() throws InterruptedException {
        String night = "queue.add(new Pod(\"cart\", 1)); queue.replace(List.of()); ";
        assertThat(told(HUNT, Map.of(
                "pops-twice", Map.of("test", night
                        + "for (int i = 0; i < 2; i++) queue.pop(cache::apply); assertThat(cache.pods()).isEmpty();"),
                "fails-whatever-happens", Map.of("test", night + "queue.pop(cache::apply); org.junit.jupiter.api.Assertions.fail();"),
                "tests-the-easy-case", Map.of("test", "queue.add(new Pod(\"cart\", 1)); queue.pop(cache::apply); "
                        + "queue.replace(List.of()); queue.pop(cache::apply); assertThat(cache.pods()).isEmpty();"),
                "expects-what-the-bug-does", Map.of("test", night + "queue.pop(cache::apply); assertThat(cache.pods()).hasSize(1);")
        ))).allSatisfy((mistake, told) -> assertThat(told).isEqualTo(mistake));
    }

    @Test
    void a_test_without_a_claim_is_told_so_and_nothing_else() throws InterruptedException {
        String night = "queue.add(new Pod(\"cart\", 1)); queue.replace(List.of()); queue.pop(cache::apply); ";
        for (String end : List.of("", "System.out.println(cache.pods());", "assertThat(cache.pods());")) {
            List<SourceFile> files = Checker.files(HUNT, file -> file.with(Map.of("test", List.of(night + end))));

            Verdict verdict = checker.check(HUNT, files);

            assertThat(verdict.broken()).singleElement().satisfies(result -> {
                assertThat(result.status()).isEqualTo(Result.Status.UNWRITTEN);
                assertThat(result.got()).startsWith("Your test claims nothing, so it cannot fail.");
            });
            assertThat(checker.recognise(HUNT, files, verdict)).isEmpty();
        }
    }

    @Test
    void a_method_of_ones_own_in_the_test_is_told_so() throws InterruptedException {
        List<SourceFile> files = Checker.files(HUNT, file -> file.with(Map.of("test", List.of("assertThat(queue.isIdle()).isTrue();"))))
                .stream().map(file -> !file.name().equals("LanternQueue.java") ? file : new SourceFile(file.name(), file.shownAs(),
                        file.text().replace("    void close() {", "    boolean isIdle() { return true; }\n\n    void close() {"))).toList();

        assertThat(checker.check(HUNT, files).errors()).first().asString()
                .startsWith("Your test fits your own files, but it also runs on a queue that keeps the promise");
    }

    @Test
    void likely_wrong_answers_are_told_their_mistakes() throws InterruptedException {
        assertThat(toldOf(EXERCISES.named("predict-the-table"), Map.of("pods", "9")))
                .containsExactly("finished-pods-count", "namespaces-do-not-matter");
        assertThat(toldOf(EXERCISES.named("predict-the-table"), Map.of("pods", "3")))
                .containsExactly("dying-pods-are-free", "only-running-pods-count");
        Exercise cut = EXERCISES.named("where-was-it-cut");
        assertThat(toldOf(cut, Map.of("journey-1", "nowhere"))).containsExactly("another-handler-got-it");
        assertThat(toldOf(cut, Map.of("journey-6", "nowhere"))).containsExactly("handled-is-not-worked");
        assertThat(toldOf(cut, Map.of("journey-3", "work queue"))).containsExactly("the-end-is-not-the-place");
    }

    @Test
    void every_wrong_choice_has_an_explanation() throws InterruptedException {
        for (Event.Asking question : checker.ask(EXERCISES.named("where-was-it-cut")).questions()) {
            assertThat(question.mistakes().keySet()).as(question.id())
                    .containsExactlyInAnyOrderElementsOf(question.choices().stream()
                            .filter(choice -> !choice.equals(question.answer())).toList());
        }
    }

    /** The explanations of one wrong answer, if all others are right. */
    private List<String> toldOf(Exercise exercise, Map<String, String> wrong) throws InterruptedException {
        Map<String, String> answers = checker.ask(exercise).questions().stream()
                .collect(Collectors.toMap(Event.Asking::id, Event.Asking::answer));
        answers.putAll(wrong);
        return checker.mark(exercise, answers).broken().stream()
                .flatMap(result -> Checker.recognise(exercise, result).stream()).map(Mistake::id).toList();
    }

    /** The explanation that each of these solutions gets. */
    private Map<String, String> told(Exercise exercise, Map<String, Map<String, String>> regions) throws InterruptedException {
        List<Mistake> mistakes = exercise.mistakes();
        List<List<SourceFile>> variants = new ArrayList<>();
        regions.values().forEach(lines -> variants.add(Checker.files(exercise, file -> file.with(lines.entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, entry -> entry.getValue().lines().toList()))))));
        mistakes.forEach(mistake -> variants.add(Checker.solution(exercise, mistake)));
        List<Verdict> verdicts = checker.checkVariants(exercise, variants);
        Map<String, String> told = new LinkedHashMap<>();
        for (String name : regions.keySet()) {
            Verdict verdict = verdicts.get(told.size());
            assertThat(verdict.errors()).as(name).isEmpty();
            told.put(name, Checker.recognise(verdict, mistakes, verdicts.subList(regions.size(), verdicts.size()))
                    .map(Mistake::id).orElse("nothing, it " + verdict.firstBroken()));
        }
        return told;
    }
}
