import insideinformer.course.check.Form;
import insideinformer.course.check.Paper;
import insideinformer.course.check.Question;
import insideinformer.course.check.Questionnaire;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Six journeys of the pod cart-2, run with one thing broken each, or with none. The answer is where it was last seen. */
public class Questions implements Questionnaire {

    private static final String POD = "cart-2";

    /** The layer behind each seam: it gets what was seen there, and should bring it to the next. */
    private static final List<String> LAYERS =
            List.of("watch", "reflector", "queue", "cache", "listener", "work queue", "nowhere");

    private interface Journey {
        void run(Pipeline pipeline) throws InterruptedException;
    }

    private final StringBuilder transcript = new StringBuilder();
    private final List<Question> questions = new ArrayList<>();

    @Override
    public Paper ask() throws InterruptedException {
        journey(new Pipeline().withDashboard().stuck(Pipeline.Stuck.HANDLER, "search-1"), pipeline -> {
            pipeline.write("search-1");
            pipeline.seen.await(Recording.Seam.HANDLED, "(quota)", 2);
            pipeline.seen.await(Recording.Seam.HANDLED, "(dashboard)", 2);
            pipeline.write(POD);
            pipeline.seen.await(Recording.Seam.HANDLED, POD, 1);
        });
        journey(new Pipeline().withResync(), pipeline -> {
            pipeline.goSilent();
            pipeline.write(POD);
            long before = pipeline.seen.count(Recording.Seam.HANDLED, "shown again");
            pipeline.seen.await(Recording.Seam.HANDLED, "shown again", before + 1);
        });
        journey(new Pipeline().holdPops().stuck(Pipeline.Stuck.INDEX, "cart-1"), pipeline -> {
            pipeline.seen.await(Recording.Seam.QUEUED, "cart-1", 1);
            pipeline.write(POD);
            pipeline.seen.await(Recording.Seam.QUEUED, POD, 1);
            pipeline.popNow();
            pipeline.seen.await(Recording.Seam.POPPED, "cart-1", 1);
        });
        journey(new Pipeline(), pipeline -> {
            pipeline.cutTheWatch();
            pipeline.write(POD);
            pipeline.reconnect();
            pipeline.seen.await(Recording.Seam.WORKED, POD, 1);
        });
        journey(new Pipeline().strange(POD), pipeline -> {
            pipeline.write(POD);
            pipeline.seen.await(Recording.Seam.RECEIVED, POD, 1);
            pipeline.write("search-1");
            pipeline.seen.await(Recording.Seam.WORKED, "search-1", 1);
        });
        journey(new Pipeline().stuck(Pipeline.Stuck.WORKER, "search-1"), pipeline -> {
            pipeline.write("search-1");
            pipeline.seen.await(Recording.Seam.WORKED, "search-1", 1);
            pipeline.write(POD);
            pipeline.seen.await(Recording.Seam.HANDLED, POD, 1);
        });
        return new Paper(Map.of("journeys.txt", transcript.toString()), questions);
    }

    private void journey(Pipeline made, Journey journey) throws InterruptedException {
        int number = questions.size() + 1;
        try (Pipeline pipeline = made.start()) {
            journey.run(pipeline);
            transcript.append("Journey ").append(number).append("\n\n").append(pipeline.seen).append('\n');
            questions.add(question("journey-" + number, pipeline));
        }
    }

    private static Question question(String id, Pipeline pipeline) {
        Recording seen = pipeline.seen;
        int cut = seen.lastOf(POD, "quota").ordinal();
        Map<String, List<String>> mistakes = new LinkedHashMap<>();
        if (pipeline.isStuck(Pipeline.Stuck.INDEX)) {
            mistakes.put("cache", List.of("the-cause-for-the-place"));
        }
        if (seen.toString().contains("the watch ends")) {
            mistakes.put("watch", List.of("a-watch-that-ends-loses-something"));
        }
        if (seen.count(Recording.Seam.HANDLED, POD) > 0) {
            mistakes.put("nowhere", List.of(cut == Recording.Seam.HANDLED.ordinal() ? "handled-is-not-worked"
                    : "another-handler-got-it"));
        }
        mistakes.putIfAbsent(LAYERS.get(seen.last().ordinal()), List.of("the-last-line"));
        if (cut < Recording.Seam.HANDLED.ordinal()) {
            mistakes.putIfAbsent("work queue", List.of("the-end-is-not-the-place"));
            mistakes.putIfAbsent("nowhere", List.of("never-worked"));
        }
        for (String layer : LAYERS) {
            mistakes.putIfAbsent(layer, List.of(LAYERS.indexOf(layer) < cut ? "the-last-that-did-its-work"
                    : "the-one-that-waits"));
        }
        mistakes.remove(LAYERS.get(cut));
        return new Question(id, "Which layer lies behind the seam after which " + POD + " was not seen?", LAYERS, Form.WORDS,
                LAYERS.get(cut), mistakes, "Chapter 0, \"The walk\"");
    }
}
