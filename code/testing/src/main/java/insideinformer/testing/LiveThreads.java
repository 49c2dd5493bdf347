package insideinformer.testing;

import java.lang.reflect.Method;
import java.util.List;
import java.util.stream.Stream;

/**
 * Finds threads, virtual ones included, so that a test can tell that none is left.
 *
 * <p>Only a thread dump shows virtual threads to everybody, and taking one while hundreds of them run has crashed a JVM.
 * So this asks the JDK's own list of them, which names them and looks at no stack; that needs {@code --add-opens
 * java.base/jdk.internal.vm=ALL-UNNAMED}.
 */
public final class LiveThreads {

    private LiveThreads() {}

    /** Those with {@code part} in their name: number, name and state of each. */
    public static List<String> named(String part) {
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

    /** The container's own and those of its children, which executors are. */
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
}
