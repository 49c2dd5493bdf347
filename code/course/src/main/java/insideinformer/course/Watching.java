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
import java.util.concurrent.Callable;
import java.util.stream.Stream;

/**
 * Notices when a file of a folder is saved. It looks at the files' times: the operating system's own notices come many
 * seconds late on macOS, and not at all on some shared disks.
 */
final class Watching {

    private static final Duration PAUSE = Duration.ofMillis(300);

    private final Path folder;
    private final Context context;
    private final Clock clock;

    Watching(Path folder, Context context, Clock clock) {
        this.folder = folder;
        this.context = context;
        this.clock = clock;
    }

    /** Calls {@code action} now and after each save, until it returns false or the context ends. */
    void atEachSave(Callable<Boolean> action) throws Exception {
        while (true) {
            Map<Path, FileTime> before = times();
            if (!action.call()) {
                return;
            }
            while (times().equals(before)) {
                if (context.await(PAUSE, clock)) {
                    return;
                }
            }
        }
    }

    private Map<Path, FileTime> times() {
        Map<Path, FileTime> times = new TreeMap<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                timeOf(file).ifPresent(time -> times.put(file, time));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return times;
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
