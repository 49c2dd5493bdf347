package insideinformer.course.check;

import java.lang.reflect.Method;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;

/**
 * Gives each test its own thread and a time limit, and says where the thread stood when the time was over.
 *
 * <p>JUnit's own time limit interrupts, which an endless loop does not notice and a wait may ignore. Here such a thread is
 * left behind: the process that runs the tests ends soon after.
 */
public final class TimeLimit implements InvocationInterceptor {

    /** Names the configuration parameter that holds the limit in seconds. */
    public static final String SECONDS = "insideinformer.course.seconds";

    @Override
    public void interceptTestMethod(Invocation<Void> invocation, ReflectiveInvocationContext<Method> method,
            ExtensionContext context) throws Throwable {
        int seconds = context.getConfigurationParameter(SECONDS).map(Integer::parseInt).orElse(10);
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        Thread thread = Thread.ofPlatform().daemon().name("exercise").unstarted(() -> {
            try {
                invocation.proceed();
            } catch (Throwable failure) {
                thrown.set(failure);
            }
        });
        thread.setContextClassLoader(loader);
        thread.start();
        thread.join(TimeUnit.SECONDS.toMillis(seconds));
        if (thread.isAlive()) {
            NoAnswer noAnswer = new NoAnswer(seconds, thread.getStackTrace());
            thread.interrupt();
            throw noAnswer;
        }
        if (thrown.get() != null) {
            throw thrown.get();
        }
    }
}
