package insideinformer.testing;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Finds threads, virtual ones included, so that a test can tell that none is left. */
public final class LiveThreads {

    private LiveThreads() {}

    /** The lines of a thread dump that name a thread with {@code part} in its name. */
    public static List<String> named(String part) throws IOException {
        Path directory = Files.createTempDirectory("threads");
        Path dump = directory.resolve("dump.txt");
        try {
            ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                    .dumpThreads(dump.toString(), HotSpotDiagnosticMXBean.ThreadDumpFormat.TEXT_PLAIN);
            try (var lines = Files.lines(dump)) {
                return lines.filter(line -> line.startsWith("#") && line.contains(part)).toList();
            }
        } finally {
            Files.deleteIfExists(dump);
            Files.delete(directory);
        }
    }
}
