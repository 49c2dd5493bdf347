package insideinformer.testing;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.HotSpotDiagnosticMXBean.ThreadDumpFormat;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Finds the live threads with a certain name, virtual ones included, so that a test can tell whether one was left
 * behind.
 *
 * <p>It asks the JDK's own list of threads, which needs {@code --add-opens java.base/jdk.internal.vm=ALL-UNNAMED}.
 * Without that option it reads a thread dump, the only public way to virtual threads. The dump is the second choice
 * because taking one while hundreds of virtual threads run has crashed a JVM.
 */
public final class LiveThreads {

    private LiveThreads() {}

    /** A line for each live thread with {@code part} in its name, with the name in quotes. */
    public static List<String> named(String part) {
        try {
            return listed(part);
        } catch (InaccessibleObjectException e) {
            return dumped(part);
        }
    }

    private static List<String> listed(String part) {
        try {
            Method root = Class.forName("jdk.internal.vm.ThreadContainers").getMethod("root");
            root.setAccessible(true);
            return threadsOf(root.invoke(null))
                    .filter(thread -> thread.getName().contains(part))
                    .map(thread -> "#%d \"%s\" %s".formatted(thread.threadId(), thread.getName(), thread.getState()))
                    .toList();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("this JDK keeps its list of threads elsewhere; teach LiveThreads where", e);
        }
    }

    /** The container's own threads and those of its children, such as executors. */
    private static Stream<Thread> threadsOf(Object container) throws ReflectiveOperationException {
        Class<?> type = Class.forName("jdk.internal.vm.ThreadContainer");
        Stream<?> own = (Stream<?>) open(type, "threads").invoke(container);
        Stream<Thread> all = own.map(Thread.class::cast).filter(Thread::isAlive);
        for (Object child : ((Stream<?>) open(type, "children").invoke(container)).toList()) {
            all = Stream.concat(all, threadsOf(child));
        }
        return all;
    }

    private static Method open(Class<?> type, String name) throws ReflectiveOperationException {
        Method method = type.getMethod(name);
        method.setAccessible(true);
        return method;
    }

    static List<String> dumped(String part) {
        try {
            Path folder = Files.createTempDirectory("threads");
            Path dump = folder.resolve("dump.json"); // must not exist before
            ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                    .dumpThreads(dump.toString(), ThreadDumpFormat.JSON);
            List<String> found = Files.readAllLines(dump).stream()
                    .map(String::strip)
                    .filter(line -> line.startsWith("\"name\":") && line.contains(part))
                    .toList();
            Files.delete(dump);
            Files.delete(folder);
            return found;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
