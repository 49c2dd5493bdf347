package insideinformer.conformance.replay;

import insideinformer.conformance.trace.TraceFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The recordings that the project keeps. */
final class Recordings {

    private Recordings() {}

    /** The lines of the file {@code name}.jsonl.gz. */
    static List<String> lines(String name) {
        return lines(Path.of("recordings", name + ".jsonl.gz"));
    }

    static List<String> lines(Path file) {
        List<String> lines = new ArrayList<>();
        try {
            TraceFiles.read(file, new TraceFiles.LineReader() {
                @Override
                public void line(Path from, int number, String text) {
                    lines.add(text);
                }

                @Override
                public void unreadable(Path from, int number, IOException problem) {
                    throw new UncheckedIOException(from + ":" + number, problem);
                }
            });
        } catch (InterruptedException e) {
            throw new IllegalStateException("nothing interrupts a test", e);
        }
        return lines;
    }
}
