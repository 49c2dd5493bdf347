package insideinformer.lab;

import com.fasterxml.jackson.annotation.JsonInclude;
import insideinformer.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What was seen while something ran: step by step, who told whom what, and what lay where afterwards. The book shows it
 * as a stepper and draws its sequence diagram from it.
 *
 * @param format 1
 * @param name of its file, without the ending
 * @param lanes who takes part, from left to right
 */
public record Journey(int format, String name, String title, String about, List<String> lanes, List<Step> steps) {

    /** @param message null where nothing was sent */
    public record Step(String title, String text, @Nullable Message message, List<Panel> panels) {}

    public record Message(String from, String to, String text) {}

    /** What lies in one place; maybe nothing. */
    @JsonInclude(JsonInclude.Include.ALWAYS)
    public record Panel(String title, List<Row> rows) {}

    public record Row(String key, List<String> cells) {}

    /** Writes {@code NAME.json} into {@code folder}. */
    public void write(Path folder) throws IOException {
        Files.createDirectories(folder);
        Files.writeString(folder.resolve(name + ".json"),
                Json.MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(this) + "\n");
    }

    /** Collects steps while something runs. Not for use by several threads at once. */
    public static final class Recorder {

        private final String name;
        private final String title;
        private final String about;
        private final List<String> lanes;
        private final List<Step> steps = new ArrayList<>();

        public Recorder(String name, String title, String about, List<String> lanes) {
            this.name = name;
            this.title = title;
            this.about = about;
            this.lanes = List.copyOf(lanes);
        }

        /** A step in which {@code from} told {@code to} something. */
        public void step(String stepTitle, String text, String from, String to, String message, List<Panel> panels) {
            steps.add(new Step(stepTitle, text, new Message(from, to, message), List.copyOf(panels)));
        }

        /** A step in which nothing was sent. */
        public void step(String stepTitle, String text, List<Panel> panels) {
            steps.add(new Step(stepTitle, text, null, List.copyOf(panels)));
        }

        public Journey journey() {
            return new Journey(1, name, title, about, lanes, List.copyOf(steps));
        }
    }
}
