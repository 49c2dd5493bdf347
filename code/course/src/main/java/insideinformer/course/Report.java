package insideinformer.course;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Shows a verdict: which stages hold, which promise is broken, what mistake that looks like, where to read. */
final class Report {

    private static final int LABEL = 10;
    private static final int MOST_PRINTED_LINES = 20;

    private final Screen screen;

    Report(Screen screen) {
        this.screen = screen;
    }

    /**
     * What came of code.
     *
     * @param everything each broken promise of the stage instead of the first
     */
    void showTested(Exercise exercise, Verdict verdict, Optional<Mistake> mistake, boolean everything) {
        title(exercise);
        if (!verdict.errors().isEmpty()) {
            compilerErrors(verdict.errors());
            return;
        }
        stages(verdict);
        printed(verdict.printed());
        trouble(verdict);
        List<Result> broken = verdict.broken();
        for (Result result : everything ? broken : broken.stream().limit(1).toList()) {
            broken(result, result.claim().text(), "Got");
            if (result == broken.getFirst()) {
                mistake("This looks like", mistake.stream().toList());
            }
            read(exercise, result);
        }
        more(everything, broken.size() - 1, "in this stage");
    }

    /**
     * What came of answers.
     *
     * @param everything each wrong answer instead of the first
     */
    void showMarked(Exercise exercise, Verdict verdict, boolean everything) {
        title(exercise);
        verdict.results().forEach(this::answer);
        trouble(verdict);
        List<Result> wrong = verdict.broken().stream()
                .filter(result -> result.status() != Result.Status.UNWRITTEN).toList();
        for (Result result : everything ? wrong : wrong.stream().limit(1).toList()) {
            broken(result, result.claim().key() + ": " + result.claim().text(),
                    result.status() == Result.Status.THREW ? "Problem" : "You said");
            // Other thinking may come to the same answer.
            mistake("This may be", Checker.recognise(exercise, result));
            read(exercise, result);
        }
        more(everything, wrong.size() - 1, "of your answers");
    }

    private void more(boolean everything, int count, String where) {
        if (!everything && count > 0) {
            screen.labelled("More", LABEL, count + " more " + where + ": explain shows all");
        }
    }

    private void title(Exercise exercise) {
        screen.line();
        screen.heading(exercise.title());
        screen.line();
    }

    private void trouble(Verdict verdict) {
        if (!verdict.trouble().isEmpty()) {
            screen.line();
            screen.adoc(List.of("The check could not be run to its end. " + verdict.trouble()), "  ");
        }
    }

    private void compilerErrors(List<String> errors) {
        screen.bad("It cannot be run yet:");
        for (String error : errors) {
            screen.line();
            error.lines().forEach(line -> screen.line("  " + line));
        }
    }

    private void answer(Result result) {
        String text = result.claim().key();
        switch (result.status()) {
            case KEPT -> screen.good(text);
            case UNWRITTEN -> screen.open(text + ": no answer yet");
            default -> screen.bad(text);
        }
    }

    private void stages(Verdict verdict) {
        Map<String, List<Claim>> stages = new LinkedHashMap<>();
        verdict.claims().forEach(claim ->
                stages.computeIfAbsent(claim.stageTitle(), title -> new ArrayList<>()).add(claim));
        int width = stages.keySet().stream().mapToInt(String::length).max().orElse(0);
        int number = 0;
        for (Map.Entry<String, List<Claim>> stage : stages.entrySet()) {
            number++;
            List<Result> results = verdict.results().stream()
                    .filter(result -> stage.getValue().contains(result.claim())).toList();
            long kept = results.stream().filter(Result::kept).count();
            String text = "Stage " + number + "  " + stage.getKey() + " ".repeat(width - stage.getKey().length())
                    + "  " + kept + " of " + stage.getValue().size() + " kept";
            if (results.isEmpty()) {
                screen.open("Stage " + number + "  " + stage.getKey());
            } else if (kept == stage.getValue().size()) {
                screen.good(text);
            } else {
                screen.bad(text);
            }
        }
    }

    private void printed(String printed) {
        List<String> lines = printed.lines().toList();
        if (lines.isEmpty()) {
            return;
        }
        screen.line();
        screen.line("  Your code printed:");
        lines.stream().limit(MOST_PRINTED_LINES).forEach(line -> screen.line("    " + line));
        if (lines.size() > MOST_PRINTED_LINES) {
            screen.line("    (and " + (lines.size() - MOST_PRINTED_LINES) + " lines more)");
        }
    }

    private void broken(Result result, String claim, String got) {
        screen.line();
        screen.adoc(List.of("*" + (result.status() == Result.Status.UNWRITTEN ? "Not written yet: " : "Not so yet: ")
                + claim.replace("\n", " ") + "*"), "  ");
        screen.line();
        if (!result.did().isEmpty()) {
            screen.labelled("Steps", LABEL, result.did());
            screen.labelled("Promised", LABEL, result.promised());
        }
        switch (result.status()) {
            case KEPT -> {}
            case UNWRITTEN -> {
                if (!result.got().equals(Runner.NOT_WRITTEN)) {
                    screen.labelled("Why", LABEL, result.got());
                }
            }
            case BROKEN, THREW -> screen.labelled(got, LABEL, result.got());
            case HUNG -> screen.labelled(got, LABEL, result.got() + ": it waits or loops for ever");
            case DIED -> screen.labelled(got, LABEL, result.got());
        }
        if (!result.where().isEmpty()) {
            screen.labelled("At", LABEL, result.where());
        }
    }

    private void mistake(String certainty, List<Mistake> mistakes) {
        String howMany = mistakes.size() > 1 ? certainty + " " + mistakes.size() + " mistakes at once" : certainty;
        for (Mistake mistake : mistakes) {
            screen.line();
            screen.adoc(List.of((mistake == mistakes.getFirst() ? howMany : "And") + ": *" + mistake.title() + "*"), "  ");
            screen.adoc(mistake.explanation(), "  ");
            screen.line();
        }
    }

    private void read(Exercise exercise, Result result) {
        Reference.parse(result.claim().read()).flatMap(reference -> reference.in(exercise.repository()))
                .ifPresent(what -> screen.labelled("Read", LABEL, what));
    }
}
