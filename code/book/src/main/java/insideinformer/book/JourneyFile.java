package insideinformer.book;

import insideinformer.lab.Journey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
        for (Journey.Step step : journey.steps()) {
            require("title, text or panels of a step", step.title(), step.text(), step.panels());
            Journey.Message message = step.message();
            if (message != null) {
                require("from, to or text of a message", message.from(), message.to(), message.text());
            }
            for (Journey.Panel panel : step.panels()) {
                require("title or rows of a panel", panel.title(), panel.rows());
                for (Journey.Row row : panel.rows()) {
                    require("key or cells of a row", row.key(), row.cells());
                }
            }
        }
        return journey;
    }

    private static void require(String what, @Nullable Object... values) throws BookError {
        if (Stream.of(values).anyMatch(Objects::isNull)) {
            throw new BookError("the journey lacks " + what + ": record it again");
        }
    }
}
