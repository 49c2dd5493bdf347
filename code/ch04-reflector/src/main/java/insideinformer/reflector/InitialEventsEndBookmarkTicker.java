package insideinformer.reflector;

import insideinformer.wait.Clock;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Warns every ten seconds, until it is closed, that a stream of the present state still lacks the bookmark that ends
 * it. A stream that sent an event within these ten seconds is not warned about.
 *
 * <p>Warnings come on the clock's thread. Upstream: {@code tools/cache/reflector.go, initialEventsEndBookmarkTicker}.
 */
final class InitialEventsEndBookmarkTicker implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Reflector.class);
    private static final Duration TICK_INTERVAL = Duration.ofSeconds(10);

    private final String name;
    private final Clock clock;
    private final long watchStart; // nanos
    private volatile long lastEventObserveTime; // nanos; counts only if anyEvent
    private volatile boolean anyEvent;
    private volatile boolean closed;
    private volatile Clock.Timer timer;

    InitialEventsEndBookmarkTicker(String name, Clock clock) {
        this.name = name;
        this.clock = clock;
        this.watchStart = clock.nanoTime();
        this.timer = clock.newTimer(TICK_INTERVAL, this::tick);
    }

    void observeLastEventTimeStamp() {
        lastEventObserveTime = clock.nanoTime();
        anyEvent = true;
    }

    private void tick() {
        warnIfExpired();
        timer = clock.newTimer(TICK_INTERVAL, this::tick);
        if (closed) {
            timer.stop();
        }
    }

    private void warnIfExpired() {
        Duration silent = Duration.ofNanos(clock.nanoTime() - (anyEvent ? lastEventObserveTime : watchStart));
        if (!anyEvent) {
            LOG.warn("{}: the bookmark behind the initial events is missing; no events received for {}", name, silent);
        } else if (silent.compareTo(TICK_INTERVAL) >= 0) {
            LOG.warn("{}: the bookmark behind the initial events is missing; last event {} ago", name, silent);
        }
    }

    @Override
    public void close() {
        closed = true;
        timer.stop();
    }
}
