package insideinformer.differential;

import insideinformer.conformance.trace.UnreadableTraceException;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * The running Go program that asks the real client-go. Traces go in, and the same traces come out with answers.
 *
 * <p>The program stands in {@code code/conformance/recorder}. Upstream has nothing like it.
 */
final class Recorder implements AutoCloseable {

    private final Process process;

    private Recorder(Process process) {
        this.process = process;
    }

    /** The last client-go whose informers can still run on a DeltaFIFO. A go.mod and a list of files have this name. */
    private static final String OLDER = "v35";

    /**
     * Builds the program for a subject and starts it.
     *
     * @param folder where its {@code go.mod} stands
     */
    static Recorder start(Path folder, String subject) throws IOException, InterruptedException {
        boolean older = subject.equals("shared-informer");
        Path program = folder.toAbsolutePath()
                .resolveSibling("target")
                .resolve(older ? "recorder-" + OLDER : "recorder")
                .normalize();
        List<String> words = new ArrayList<>(List.of("go", "build", "-trimpath", "-o", program.toString()));
        if (older) {
            words.add("-modfile=" + OLDER + ".mod");
            words.addAll(List.of(Files.readString(folder.resolve(OLDER + ".files")).strip().split(" ")));
        } else {
            words.add(".");
        }
        Process build = command(words.toArray(String[]::new))
                .directory(folder.toFile())
                .start();
        if (build.waitFor() != 0) {
            throw new IOException("'go build' in " + folder + " ended with exit code " + build.exitValue());
        }
        return new Recorder(command(program.toString()).start());
    }

    private static ProcessBuilder command(String... words) {
        return new ProcessBuilder(words).redirectError(ProcessBuilder.Redirect.INHERIT);
    }

    interface Reader {
        void answered(String line) throws InterruptedException, UnreadableTraceException;
    }

    /** Writes the traces from another thread, and hands on each answer as it comes. */
    void ask(Iterator<String> traces, Reader reader)
            throws IOException, InterruptedException, UnreadableTraceException {
        FutureTask<Void> written = new FutureTask<>(() -> write(traces), null);
        Thread.ofPlatform().name("traces to the recorder").start(written);
        try (BufferedReader answers = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = answers.readLine(); line != null; line = answers.readLine()) {
                reader.answered(line);
            }
        }
        if (process.waitFor() != 0) {
            throw new IOException("the recorder ended with exit code " + process.exitValue());
        }
        try {
            written.get();
        } catch (ExecutionException e) {
            throw new IOException("not all traces could be made: " + e.getCause(), e);
        }
    }

    private void write(Iterator<String> traces) {
        try (BufferedWriter out = process.outputWriter(StandardCharsets.UTF_8)) {
            while (traces.hasNext()) {
                out.write(traces.next());
                out.newLine();
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the recorder stopped reading; its own message stands above", e);
        }
    }

    @Override
    public void close() {
        process.destroy();
    }
}
