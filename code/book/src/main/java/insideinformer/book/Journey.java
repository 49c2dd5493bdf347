package insideinformer.book;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What the lab saw while a pipeline ran: step by step, who told whom what, and what lay where afterwards. The format is
 * the lab's; this reads it and adds nothing.
 */
record Journey(String name, String title, String about, List<String> lanes, List<Step> steps) {

    static final int FORMAT = 1;

    /**
     * @param message absent where nothing was sent
     */
    record Step(String title, String text, @Nullable Message message, List<Panel> panels) {}

    record Message(String from, String to, String text) {}

    record Panel(String title, List<Row> rows) {}

    record Row(String key, List<String> cells) {}

    static Journey read(Path file) throws IOException, BookError {
        return parse(Files.readString(file));
    }

    /** @throws BookError naming what the recording lacks */
    static Journey parse(String json) throws BookError {
        try {
            JsonNode root = JsonMapper.shared().readTree(json);
            int format = root.path("format").asInt(0);
            if (format != FORMAT) {
                throw new BookError("format " + format + " where " + FORMAT + " is known: record it again with this version of the lab");
            }
            List<Step> steps = new ArrayList<>();
            for (JsonNode step : root.path("steps")) {
                steps.add(step(step));
            }
            return new Journey(text(root, "name"), text(root, "title"), text(root, "about"), texts(root.path("lanes")), List.copyOf(steps));
        } catch (JacksonException e) {
            throw new BookError("not JSON: " + e.getOriginalMessage(), e);
        }
    }

    private static Step step(JsonNode step) throws BookError {
        JsonNode sent = step.path("message");
        Message message = sent.isObject() ? new Message(text(sent, "from"), text(sent, "to"), text(sent, "text")) : null;
        List<Panel> panels = new ArrayList<>();
        for (JsonNode panel : step.path("panels")) {
            List<Row> rows = new ArrayList<>();
            for (JsonNode row : panel.path("rows")) {
                rows.add(new Row(text(row, "key"), texts(row.path("cells"))));
            }
            panels.add(new Panel(text(panel, "title"), List.copyOf(rows)));
        }
        return new Step(text(step, "title"), text(step, "text"), message, List.copyOf(panels));
    }

    private static String text(JsonNode node, String field) throws BookError {
        JsonNode value = node.path(field);
        if (!value.isString()) {
            throw new BookError("no text in the field " + field + " of " + node.toString().substring(0, Math.min(60, node.toString().length())));
        }
        return value.asString();
    }

    private static List<String> texts(JsonNode array) {
        List<String> texts = new ArrayList<>();
        array.forEach(item -> texts.add(item.asString()));
        return List.copyOf(texts);
    }
}
