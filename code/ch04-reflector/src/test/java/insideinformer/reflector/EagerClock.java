package insideinformer.reflector;

import insideinformer.wait.FakeClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A clock on which every pause is over at once: time has passed, and the pause stands in the journal. Timers of one
 * length may be excepted: they never fire.
 */
final class EagerClock extends FakeClock {

    private final Journal journal;
    private final List<Duration> pauses = new CopyOnWriteArrayList<>();
    volatile Duration neverFires = Duration.ofDays(1);

    EagerClock(Journal journal) {
        this.journal = journal;
    }

    @Override
    public Timer newTimer(Duration delay, Runnable action) {
        if (delay.equals(neverFires)) {
            return () -> true;
        }
        pauses.add(delay);
        journal.add("pause " + delay.toMillis());
        step(delay);
        action.run();
        return () -> false;
    }

    List<Duration> pauses() {
        return new ArrayList<>(pauses);
    }
}
