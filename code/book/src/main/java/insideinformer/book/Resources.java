package insideinformer.book;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Files that stand beside the classes of this package. */
final class Resources {

    private Resources() {}

    static byte[] bytes(String name) {
        try (InputStream in = Resources.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("the generator's own file " + name + " is not on the class path: build it again");
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String text(String name) {
        return new String(bytes(name), StandardCharsets.UTF_8);
    }

    /** Without comment lines, which start with {@code #}. */
    static List<String> lines(String name) {
        return text(name).lines().filter(line -> !line.startsWith("#")).toList();
    }
}
