package insideinformer.sharedinformer;

import insideinformer.wait.FakeClock;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.Logger;
import org.slf4j.helpers.MessageFormatter;

/** A logger that records each line with the second on a clock: {@code 5 info deployment: pods is done}. */
final class RecordingLog {

    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final FakeClock clock;
    private final Instant start;

    RecordingLog(FakeClock clock) {
        this.clock = clock;
        this.start = clock.now();
    }

    Logger logger() {
        return (Logger) Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] {Logger.class},
                (proxy, method, args) -> {
                    Object[] values = new Object[args.length - 1];
                    for (int i = 0; i < values.length; i++) {
                        values[i] = args[i + 1];
                    }
                    if (values.length == 1 && values[0] instanceof Object[] several) {
                        values = several;
                    }
                    lines.add(Duration.between(start, clock.now()).toSeconds() + " " + method.getName() + " "
                            + MessageFormatter.arrayFormat((String) args[0], values).getMessage());
                    return null;
                });
    }

    List<String> lines() {
        return List.copyOf(lines);
    }
}
