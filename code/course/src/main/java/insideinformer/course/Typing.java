package insideinformer.course;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.Charset;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The lines that somebody types, for who looks now and then whether there is one. A daemon thread reads them, because a
 * read from a terminal cannot be given up; it ends with the input or the process.
 */
final class Typing {

    private static final Logger LOG = LoggerFactory.getLogger(Typing.class);

    private final ConcurrentLinkedQueue<String> lines = new ConcurrentLinkedQueue<>();

    Typing(InputStream in) {
        Thread reader = new Thread(() -> read(in), "typing");
        reader.setDaemon(true);
        reader.start();
    }

    private void read(InputStream in) {
        BufferedReader text = new BufferedReader(new InputStreamReader(in, Charset.defaultCharset()));
        try {
            for (String line = text.readLine(); line != null; line = text.readLine()) {
                lines.add(line.strip());
            }
        } catch (IOException e) {
            LOG.debug("nothing can be typed any more; saves are still noticed", e);
        }
    }

    /** The next line, without blanks around it; empty if there is none yet. */
    Optional<String> poll() {
        return Optional.ofNullable(lines.poll());
    }
}
