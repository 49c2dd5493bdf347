package insideinformer.book;

import insideinformer.lab.Journey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Reads a journey that the lab recorded. */
final class JourneyFile {

    private static final int FORMAT = 1;

    private JourneyFile() {}

    static Journey read(Path file) throws IOException, BookError {
        return parse(Files.readString(file));
    }

    /** @throws BookError if the text is not a whole journey, saying what it lacks */
    static Journey parse(String json) throws BookError {
        Journey journey;
        try {
            journey = JsonMapper.shared().readValue(json, Journey.class);
        } catch (JacksonException e) {
            throw new BookError("no journey: " + e.getOriginalMessage(), e);
        }
        if (journey.format() != FORMAT) {
            throw new BookError("format " + journey.format() + " where " + FORMAT + " is known: record it again with this version of the lab");
        }
        require("name, title, about, lanes or steps", journey.name(), journey.title(), journey.about(), journey.lanes(), journey.steps());
        List<Journey.Step> steps = new ArrayList<>();
        for (Journey.Step step : journey.steps()) {
            steps.add(whole(step));
        }
        return new Journey(journey.format(), journey.name(), journey.title(), journey.about(), journey.lanes(), List.copyOf(steps));
    }

    /** The lab writes no empty lists; here they come back. */
    private static Journey.Step whole(Journey.Step step) throws BookError {
        require("title or text of a step", step.title(), step.text());
        Journey.Message message = step.message();
        if (message != null) {
            require("from, to or text of a message", message.from(), message.to(), message.text());
        }
        List<Journey.Panel> panels = new ArrayList<>();
        for (Journey.Panel panel : orNone(step.panels())) {
            List<Journey.Row> rows = new ArrayList<>();
            for (Journey.Row row : orNone(panel.rows())) {
                require("the key of a row", row.key());
                rows.add(new Journey.Row(row.key(), orNone(row.cells())));
            }
            require("the title of a panel", panel.title());
            panels.add(new Journey.Panel(panel.title(), List.copyOf(rows)));
        }
        return new Journey.Step(step.title(), step.text(), message, List.copyOf(panels));
    }

    private static <T> List<T> orNone(@Nullable List<T> list) {
        return list == null ? List.of() : list;
    }

    private static void require(String what, @Nullable Object... values) throws BookError {
        if (Stream.of(values).anyMatch(Objects::isNull)) {
            throw new BookError("the journey lacks " + what + ": record it again");
        }
    }
}
