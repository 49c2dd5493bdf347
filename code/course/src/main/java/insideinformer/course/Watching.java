package insideinformer.course;

import insideinformer.wait.Clock;
import insideinformer.wait.Context;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Notices when a file of a folder is saved, or when something is typed. It looks at the files' times: the operating
 * system's own notices come many seconds late on macOS, and not at all on some shared disks.
 */
final class Watching {

    /** What there was to notice. */
    sealed interface Noticed {
        record Saved() implements Noticed {}

        record Typed(String line) implements Noticed {}

        /** The context has ended. */
        record Ended() implements Noticed {}
    }

    /** How the folder was at one moment. */
    record State(Map<Path, FileTime> times) {}

    private static final Duration PAUSE = Duration.ofMillis(300);

    private final Path folder;
    private final Typing typing;
    private final Context context;
    private final Clock clock;

    Watching(Path folder, Typing typing, Context context, Clock clock) {
        this.folder = folder;
        this.typing = typing;
        this.context = context;
        this.clock = clock;
    }

    /** Waits until a file has been saved since {@code before}, a line is typed, or the context ends. */
    Noticed await(State before) throws InterruptedException {
        while (!context.isDone()) {
            Optional<String> line = typing.poll();
            if (line.isPresent()) {
                return new Noticed.Typed(line.get());
            }
            if (!state().equals(before)) {
                return new Noticed.Saved();
            }
            context.await(PAUSE, clock);
        }
        return new Noticed.Ended();
    }

    State state() {
        Map<Path, FileTime> times = new TreeMap<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                timeOf(file).ifPresent(time -> times.put(file, time));
            }
        } catch (NoSuchFileException e) {
            return new State(Map.of()); // another terminal is putting the folder aside
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new State(times);
    }

    /** Empty for what is gone by now or leads nowhere, as the files that editors make for themselves. */
    private static Optional<FileTime> timeOf(Path file) throws IOException {
        try {
            return Optional.of(Files.getLastModifiedTime(file));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }
}
