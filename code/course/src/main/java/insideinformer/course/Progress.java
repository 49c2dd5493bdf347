package insideinformer.course;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * What the learner has done, kept in a file that git ignores.
 *
 * <p>Several processes can use the file at once, because people run {@code watch} in one terminal and ask for hints in
 * another. Nothing is remembered between two calls: each question reads the file. Each change takes a lock, reads the
 * file, changes one thing, and replaces the file in one step, so that no change of another process is lost and nobody
 * reads half a file.
 */
final class Progress {

    /**
     * @param solved when, or null if it is not
     * @param hints  how many have been shown
     * @param checks how often it was checked
     */
    record Entry(@Nullable Instant solved, int hints, int checks) {}

    /** The file's content. */
    private record Record(@Nullable String current, Map<String, Entry> exercises) {

        Record with(String current) {
            return new Record(current, exercises);
        }

        Record with(Exercise exercise, UnaryOperator<Entry> change) {
            Map<String, Entry> changed = new LinkedHashMap<>(exercises);
            changed.put(exercise.id(), change.apply(changed.getOrDefault(exercise.id(), UNTOUCHED)));
            return new Record(current, changed);
        }

        Record without(Exercise exercise) {
            Map<String, Entry> changed = new LinkedHashMap<>(exercises);
            changed.remove(exercise.id());
            return new Record(current, changed);
        }
    }

    private static final Entry UNTOUCHED = new Entry(null, 0, 0);
    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
    /** A file lock keeps other processes out; this one keeps out other threads of this process. */
    private static final ReentrantLock THREADS = new ReentrantLock();

    private final Path file;

    /** Reads nothing yet. Each method throws {@link CourseException} if the file is damaged. */
    Progress(Path file) {
        this.file = file;
    }

    /** The exercise the learner is at. */
    @Nullable String current() {
        return read().current;
    }

    Entry of(Exercise exercise) {
        return read().exercises.getOrDefault(exercise.id(), UNTOUCHED);
    }

    boolean isSolved(Exercise exercise) {
        return of(exercise).solved != null;
    }

    void enter(Exercise exercise) {
        change(record -> record.with(exercise.id()));
    }

    void checked(Exercise exercise, boolean passed, Instant now) {
        change(record -> record.with(exercise, entry ->
                new Entry(entry.solved == null && passed ? now : entry.solved, entry.hints, entry.checks + 1)));
    }

    /**
     * Counts one more hint, up to {@code most}.
     *
     * @return how many are to be shown now
     */
    int hinted(Exercise exercise, int most) {
        return change(record -> record.with(exercise, entry ->
                new Entry(entry.solved, Math.min(entry.hints + 1, most), entry.checks)))
                .exercises.getOrDefault(exercise.id(), UNTOUCHED).hints;
    }

    void forget(Exercise exercise) {
        change(record -> record.without(exercise));
    }

    private Record read() {
        try {
            Record read = JSON.readValue(Files.readString(file), Record.class);
            if (read != null && read.exercises != null && !read.exercises.containsValue(null)) {
                return read;
            }
        } catch (NoSuchFileException e) {
            return new Record(null, Map.of());
        } catch (IOException | JacksonException e) {
            // told below, since the reason does not help: nobody writes this file by hand
        }
        throw new CourseException("Your progress in " + SourceFile.shown(file) + " is damaged: delete this file to start "
                + "with an empty one (your code stays where it is).");
    }

    private Record change(UnaryOperator<Record> change) {
        THREADS.lock();
        try (FileChannel channel = FileChannel.open(sibling(".lock"),
                StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock held = channel.lock()) {
            Record changed = change.apply(read());
            Path next = Files.writeString(sibling(".next"), JSON.writeValueAsString(changed) + "\n");
            replaceWith(next);
            return changed;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            THREADS.unlock();
        }
    }

    private Path sibling(String ending) {
        return file.resolveSibling(file.getFileName() + ending);
    }

    private void replaceWith(Path next) throws IOException {
        try {
            Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (AtomicMoveNotSupportedException e) {
            Files.move(next, file, StandardCopyOption.REPLACE_EXISTING);
        }
    }
}
