package insideinformer.course;

import java.util.List;
import java.util.Map;

/**
 * A plausible wrong solution: what it writes into the regions of the solution, which promise that breaks, and what the
 * learner who wrote it should hear.
 *
 * <p>In an <i>operate</i> exercise there is no code, and {@code breaks} is the id of the question that it answers wrongly.
 */
record Mistake(String id, String title, String breaks, List<String> explanation, Map<String, List<String>> regions) {

    static Mistake of(Adoc text) {
        String file = text.file().getFileName().toString();
        return new Mistake(file.substring(0, file.length() - ".adoc".length()), text.title(), text.attribute("breaks"),
                text.prose(), text.blocks());
    }
}
