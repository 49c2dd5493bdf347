package insideinformer.course;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** What the learner has done, kept in a file that git ignores. Each change is written at once. */
final class Progress {

    /**
     * @param solved when, or null if it is not
     * @param hints  how many have been shown
     * @param checks how often it was checked
     */
    record Entry(@Nullable Instant solved, int hints, int checks) {}

    /** The file's content. */
    private record Record(@Nullable String current, Map<String, Entry> exercises) {}

    private static final Entry UNTOUCHED = new Entry(null, 0, 0);
    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private final Path file;
    private @Nullable String current;
    private final Map<String, Entry> entries = new LinkedHashMap<>();

    Progress(Path file) {
        this.file = file;
        if (!Files.exists(file)) {
            return;
        }
        try {
            Record read = JSON.readValue(Files.readString(file), Record.class);
            current = read.current;
            entries.putAll(read.exercises);
        } catch (IOException | JacksonException | NullPointerException e) {
            throw new CourseException("Your progress in " + file + " cannot be read (" + e.getMessage() + ").\n"
                    + "Delete the file to begin with an empty one; your own code stays where it is.");
        }
    }

    /** The exercise the learner is at. */
    @Nullable String current() {
        return current;
    }

    Entry of(Exercise exercise) {
        return entries.getOrDefault(exercise.id(), UNTOUCHED);
    }

    boolean isSolved(Exercise exercise) {
        return of(exercise).solved != null;
    }

    void enter(Exercise exercise) {
        current = exercise.id();
        write();
    }

    void checked(Exercise exercise, boolean passed, Instant now) {
        Entry entry = of(exercise);
        Instant solved = entry.solved == null && passed ? now : entry.solved;
        entries.put(exercise.id(), new Entry(solved, entry.hints, entry.checks + 1));
        write();
    }

    void hinted(Exercise exercise, int hints) {
        Entry entry = of(exercise);
        entries.put(exercise.id(), new Entry(entry.solved, hints, entry.checks));
        write();
    }

    void forget(Exercise exercise) {
        entries.remove(exercise.id());
        write();
    }

    private void write() {
        Path next = file.resolveSibling(file.getFileName() + ".next");
        try {
            Files.writeString(next, JSON.writeValueAsString(new Record(current, entries)) + "\n");
            Files.move(next, file, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
