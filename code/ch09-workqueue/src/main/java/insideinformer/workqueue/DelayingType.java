package insideinformer.workqueue;

import insideinformer.wait.Clock;
import insideinformer.wait.CrashPolicy;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A work queue with a waiting room: a thread of its own keeps the items whose time has not come, and adds each to the
 * queue below when it has. {@link #addAfter} waits only while a thousand others stand before the door.
 *
 * <p>Upstream: {@code util/workqueue/delaying_queue.go, delayingType}.
 */
final class DelayingType<T> implements DelayingQueue<T> {

    // I1  Only the waiting thread touches waiting and known, so they need no lock.
    // I2  waiting holds at most one entry an item, the earliest; known finds it.
    // I3  The waiting thread sleeps only if no entry is ripe, and at most MAX_WAIT, so that nothing ripe is overlooked.
    // I4  A timer that could wake the thread is armed before it looks at the time for the last time.

    private static final Logger LOG = LoggerFactory.getLogger(DelayingType.class);
    private static final int MAX_ARRIVED = 1000;
    private static final long MAX_WAIT_NANOS = Duration.ofSeconds(10).toNanos();

    /** An item and when it is due, in nanoseconds since the queue was made. */
    private record Entry<T>(T item, long dueNanos) {}

    private final WorkQueue<T> queue;
    private final Clock clock;
    private final CrashPolicy crashes;
    private final MetricsProvider.Counter retries;
    private final long startNanos;
    final Thread waitingThread;

    private final PriorityQueue<Entry<T>> waiting =
            new PriorityQueue<>(Comparator.comparingLong(Entry::dueNanos)); // I1
    private final Map<T, Entry<T>> known = new HashMap<>(); // I1

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition wakeUp = lock.newCondition(); // the waiting thread waits here
    private final Condition roomOrStop = lock.newCondition(); // callers of addAfter wait here
    private final ArrayDeque<Entry<T>> arrived = new ArrayDeque<>(); // guarded by lock
    private boolean alarm; // guarded by lock; a timer has fired
    private boolean stopped; // guarded by lock
    private final AtomicBoolean shutDownBegun = new AtomicBoolean();

    DelayingType(WorkQueue<T> queue, QueueConfig<T> config, CrashPolicy crashes) {
        this.queue = queue;
        this.crashes = crashes;
        this.retries = config.metricsInUse().retries(config.name());
        this.clock = config.clock();
        this.startNanos = clock.nanoTime();
        this.waitingThread =
                Thread.ofVirtual().name("delaying-queue-" + config.name()).start(this::waitingLoop);
    }

    @Override
    public void addAfter(T item, Duration delay) {
        if (queue.shuttingDown()) {
            return;
        }
        retries.inc();
        if (!delay.isPositive()) {
            queue.add(item);
            return;
        }
        handOver(new Entry<>(item, dueAfter(delay))); // the delay runs from now, not from when the thread sees it
    }

    // tag::handOver[]
    private void handOver(Entry<T> entry) {
        lock.lock();
        try {
            while (arrived.size() >= MAX_ARRIVED && !stopped) {
                roomOrStop.await();
            }
            if (!stopped) {
                arrived.addLast(entry);
                wakeUp.signal();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            LOG.warn("interrupted before taking in {}; it is dropped", entry.item());
        } finally {
            lock.unlock();
        }
    }
    // end::handOver[]

    private long dueAfter(Duration delay) {
        long now = nowNanos();
        try {
            return Math.addExact(now, delay.toNanos());
        } catch (ArithmeticException e) {
            return Long.MAX_VALUE; // in some 292 years, or never
        }
    }

    private long nowNanos() {
        return clock.nanoTime() - startNanos;
    }

    private void waitingLoop() {
        try {
            while (!queue.shuttingDown()) {
                turn();
            }
        } catch (InterruptedException e) {
            LOG.error("the waiting thread was interrupted; items that still wait are lost", e);
        }
    }

    // tag::turn[]
    private void turn() throws InterruptedException {
        addRipe();
        Entry<T> first = waiting.peek();
        Clock.Timer timer = clock.newTimer(untilNextTurn(first), this::ring);
        try {
            for (Entry<T> entry : awaitArrivals(first)) {
                admit(entry);
            }
        } finally {
            timer.stop(); // never more than one
        }
    }

    private void addRipe() throws InterruptedException {
        while (isRipe(waiting.peek())) {
            Entry<T> first = waiting.remove();
            known.remove(first.item());
            handOn(first.item());
        }
    }
    // end::turn[]

    private Duration untilNextTurn(@Nullable Entry<T> first) {
        long untilFirst = first == null ? Long.MAX_VALUE : first.dueNanos() - nowNanos();
        return Duration.ofNanos(Math.min(untilFirst, MAX_WAIT_NANOS));
    }

    /** Sleeps until there is something to do, and takes everything that has arrived. */
    private List<Entry<T>> awaitArrivals(@Nullable Entry<T> first) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (arrived.isEmpty() && !alarm && !stopped && !isRipe(first)) {
                wakeUp.await();
            }
            alarm = false;
            List<Entry<T>> taken = List.copyOf(arrived);
            arrived.clear();
            roomOrStop.signalAll(); // there is room for a thousand again
            return taken;
        } finally {
            lock.unlock();
        }
    }

    private boolean isRipe(@Nullable Entry<T> first) {
        return first != null && first.dueNanos() <= nowNanos();
    }

    // tag::admit[]
    private void admit(Entry<T> entry) throws InterruptedException {
        if (entry.dueNanos() <= nowNanos()) {
            handOn(entry.item()); // an older entry of the same item keeps waiting
            return;
        }
        Entry<T> older = known.get(entry.item());
        if (older != null && older.dueNanos() <= entry.dueNanos()) {
            return; // it will come sooner anyway
        }
        if (older != null) {
            waiting.remove(older);
        }
        known.put(entry.item(), entry);
        waiting.add(entry);
    }
    // end::admit[]

    private void handOn(T item) throws InterruptedException {
        crashes.guard("adding " + item + " to a work queue", () -> queue.add(item));
    }

    private void ring() {
        lock.lock();
        try {
            alarm = true;
            wakeUp.signal();
        } finally {
            lock.unlock();
        }
    }

    /** Ends the waiting thread and discards what still waits; only the first call does anything. */
    @Override
    public void shutDown() {
        if (!shutDownBegun.compareAndSet(false, true)) {
            return;
        }
        queue.shutDown();
        lock.lock();
        try {
            stopped = true;
            wakeUp.signalAll();
            roomOrStop.signalAll(); // who waits before the door is sent away
        } finally {
            lock.unlock();
        }
        join();
    }

    private void join() {
        try {
            waitingThread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            LOG.warn("interrupted while {} ends; it ends by itself", waitingThread.getName());
        }
    }

    /** Drains the queue below; the waiting thread notices at its next turn, {@link #shutDown} ends it at once. */
    @Override
    public void shutDownWithDrain() throws InterruptedException {
        queue.shutDownWithDrain();
    }

    @Override
    public void add(T item) {
        queue.add(item);
    }

    @Override
    public int len() {
        return queue.len();
    }

    @Override
    public Optional<T> get() throws InterruptedException {
        return queue.get();
    }

    @Override
    public void done(T item) {
        queue.done(item);
    }

    @Override
    public boolean shuttingDown() {
        return queue.shuttingDown();
    }
}
