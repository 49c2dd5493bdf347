package insideinformer.testing;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Captures what any thread logs while this is open. The tests log with slf4j-simple, which writes to {@code System.err}
 * and looks it up for every line, so this replaces {@code System.err}.
 */
public final class CapturedLog implements AutoCloseable {

    private final PrintStream before = System.err;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    public CapturedLog() {
        System.setErr(new PrintStream(bytes, true, StandardCharsets.UTF_8));
    }

    /** The lines that contain all of {@code parts}. */
    public List<String> linesWith(String... parts) {
        return bytes.toString(StandardCharsets.UTF_8).lines()
                .filter(line -> List.of(parts).stream().allMatch(line::contains))
                .toList();
    }

    @Override
    public void close() {
        System.setErr(before);
    }
}
