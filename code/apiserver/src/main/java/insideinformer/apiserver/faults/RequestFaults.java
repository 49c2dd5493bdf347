package insideinformer.apiserver.faults;

import insideinformer.apiserver.errors.Errors;
import insideinformer.wait.Cancellable;
import insideinformer.wait.Clock;
import insideinformer.wait.Context;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The requests that the server has seen, and the rules for those that come. If several rules fit a request, the oldest
 * rule wins.
 */
public final class RequestFaults {

    /** One instruction; closing lifts it. */
    private final class Rule implements LastingFault {

        private final Predicate<SeenRequest> requests;
        private final Duration delay;
        private final @Nullable Failure failure;
        private final Cancellable lifted = end.withCancel();
        private int times; // guarded by lock

        Rule(Predicate<SeenRequest> requests, int times, Duration delay, @Nullable Failure failure) {
            this.requests = requests;
            this.times = times;
            this.delay = delay;
            this.failure = failure;
        }

        @Override
        public void close() {
            lock.lock();
            try {
                rules.remove(this);
            } finally {
                lock.unlock();
            }
            lifted.cancel();
        }
    }

    private static final int MOST_SEEN = 10_000; // a server that runs for days must not keep every request

    private final Clock clock;
    private final Context end;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition arrived = lock.newCondition();
    private final List<Rule> rules = new ArrayList<>(); // guarded by lock
    private final ArrayDeque<SeenRequest> seen = new ArrayDeque<>(); // guarded by lock; the last ones

    /** @param end the end of the server: what waits here returns then */
    public RequestFaults(Clock clock, Context end) {
        this.clock = clock;
        this.end = end;
    }

    public LastingFault add(Predicate<SeenRequest> requests, int times, Duration delay, @Nullable Failure failure) {
        if (times < 1) {
            throw new IllegalArgumentException("times is " + times + "; a fault happens at least once");
        }
        Rule rule = new Rule(requests, times, delay, failure);
        lock.lock();
        try {
            rules.add(rule);
        } finally {
            lock.unlock();
        }
        return rule;
    }

    /**
     * Notes the request and waits as long as it is to be delayed.
     *
     * @param timeout how long the request may wait; null for any time
     * @return what it gets instead of its answer; null for its answer
     */
    public @Nullable Failure meet(SeenRequest request, @Nullable Duration timeout) throws InterruptedException {
        Rule rule = take(request);
        if (rule == null) {
            return null;
        }
        if (timeout != null && rule.delay.compareTo(timeout) > 0) {
            boolean lifted = rule.lifted.await(timeout, clock);
            return lifted ? rule.failure : Failure.status(Errors.requestTimeout());
        }
        if (rule.delay.isPositive()) {
            rule.lifted.await(rule.delay, clock);
        }
        if (rule.failure instanceof Failure.Silence) {
            rule.lifted.await();
            return end.isDone() ? Failure.cut() : null;
        }
        return rule.failure;
    }

    private @Nullable Rule take(SeenRequest request) {
        lock.lock();
        try {
            seen.add(request);
            if (seen.size() > MOST_SEEN) {
                seen.remove();
            }
            arrived.signalAll(); // awaitSeen() counts
            for (Rule rule : rules) {
                if (rule.requests.test(request)) {
                    if (rule.times != Integer.MAX_VALUE && --rule.times == 0) {
                        rules.remove(rule);
                    }
                    return rule;
                }
            }
            return null;
        } finally {
            lock.unlock();
        }
    }

    public List<SeenRequest> seen() {
        lock.lock();
        try {
            return List.copyOf(seen);
        } finally {
            lock.unlock();
        }
    }

    public void awaitSeen(Predicate<SeenRequest> requests, int count) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (seen.stream().filter(requests).count() < count) {
                arrived.await();
            }
        } finally {
            lock.unlock();
        }
    }

    public void forgetSeen() {
        lock.lock();
        try {
            seen.clear();
        } finally {
            lock.unlock();
        }
    }

    public void clear() {
        List<Rule> lifted;
        lock.lock();
        try {
            lifted = List.copyOf(rules);
        } finally {
            lock.unlock();
        }
        lifted.forEach(Rule::close);
    }
}
