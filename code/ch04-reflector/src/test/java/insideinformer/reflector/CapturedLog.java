package insideinformer.reflector;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** What is logged meanwhile; the test logger writes to standard error. */
final class CapturedLog {

    @FunctionalInterface
    interface Work {
        void run() throws Exception;
    }

    private CapturedLog() {}

    static String during(Work work) throws Exception {
        PrintStream before = System.err;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        System.setErr(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        try {
            work.run();
        } finally {
            System.setErr(before);
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
