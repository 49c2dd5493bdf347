package insideinformer.conformance.trace;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/** Finds the trace files below a folder, {@code *.jsonl} and {@code *.jsonl.gz}, and reads them line by line. */
public final class TraceFiles {

    private TraceFiles() {}

    /** What to do with each line. */
    public interface LineReader {

        /** @param number counted from 1 */
        void line(Path file, int number, String text) throws InterruptedException;

        /** @param number the number of the last line that could be read */
        void unreadable(Path file, int number, IOException problem);
    }

    /** All trace files, in the order of their paths. */
    public static List<Path> below(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> file.toString().endsWith(".jsonl") || file.toString().endsWith(".jsonl.gz"))
                    .sorted()
                    .toList();
        }
    }

    public static void read(Path file, LineReader reader) throws InterruptedException {
        int number = 0;
        try (BufferedReader lines = open(file)) {
            for (String text = lines.readLine(); text != null; text = lines.readLine()) {
                number++;
                if (!text.isBlank()) {
                    reader.line(file, number, text);
                }
            }
        } catch (IOException e) {
            reader.unreadable(file, number, e);
        }
    }

    /** Bytes that are not UTF-8 are an error. The usual reader would replace them. */
    private static BufferedReader open(Path file) throws IOException {
        InputStream bytes = Files.newInputStream(file);
        try {
            InputStream plain = file.toString().endsWith(".gz") ? new GZIPInputStream(bytes) : bytes;
            return new BufferedReader(new InputStreamReader(plain, StandardCharsets.UTF_8.newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT)));
        } catch (IOException e) {
            bytes.close();
            throw e;
        }
    }
}
