package insideinformer.soak;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Lists the live threads. Only a thread dump of the JVM also shows the virtual ones. */
final class ThreadDump {

    private ThreadDump() {}

    /** The first line of each thread in whose line {@code pattern} is found. */
    static List<String> matching(Pattern pattern) throws IOException {
        Path directory = Files.createTempDirectory("soak-threads");
        Path dump = directory.resolve("dump.txt");
        try {
            ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                    .dumpThreads(dump.toString(), HotSpotDiagnosticMXBean.ThreadDumpFormat.TEXT_PLAIN);
            try (Stream<String> lines = Files.lines(dump)) {
                return lines.filter(line -> line.startsWith("#") && pattern.matcher(line).find()).toList();
            }
        } finally {
            Files.deleteIfExists(dump);
            Files.delete(directory);
        }
    }
}
