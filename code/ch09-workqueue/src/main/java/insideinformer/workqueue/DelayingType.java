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
 * A work queue that can add an item later. A thread of its own keeps the items whose time has not come, and adds each
 * to the queue below when its time has come. {@link #addAfter} blocks only while a thousand entries wait for that
 * thread to take them.
 *
 * <p>Upstream: {@code util/workqueue/delaying_queue.go, delayingType}.
 */
final class DelayingType<T> implements DelayingQueue<T> {

    // I1  Only the waiting thread touches waitingForQueue and waitingEntryByData, so they need no lock.
    // I2  waitingForQueue holds at most one entry for an item, the earliest. waitingEntryByData finds it.
    // I3  The waiting thread sleeps only if no entry is ready, and never longer than MAX_WAIT_NANOS. So no ready entry
    //     is overlooked.
    // I4  The waiting thread arms the timer that wakes it before it looks at the time for the last time.

    private static final Logger LOG = LoggerFactory.getLogger(DelayingType.class);
    private static final int MAX_WAITING_FOR_ADD = 1000;
    private static final long MAX_WAIT_NANOS = Duration.ofSeconds(10).toNanos();

    /** An item and when it is to be added, in nanoseconds since the queue was made. */
    private record WaitFor<T>(T data, long readyAtNanos) {}

    private final WorkQueue<T> queue;
    private final String name; // of the waiting thread
    private final Clock clock;
    private final CrashPolicy crashes;
    private final MetricsProvider.CounterMetric retries;
    private final long startNanos;
    final Thread waitingThread;

    private final PriorityQueue<WaitFor<T>> waitingForQueue =
            new PriorityQueue<>(Comparator.comparingLong(WaitFor::readyAtNanos)); // I1
    private final Map<T, WaitFor<T>> waitingEntryByData = new HashMap<>(); // I1

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition wakeUp = lock.newCondition(); // the waiting thread waits here
    private final Condition roomOrStop = lock.newCondition(); // callers of addAfter wait here
    private final ArrayDeque<WaitFor<T>> waitingForAdd = new ArrayDeque<>(); // guarded by lock; for the waiting thread
    private boolean timerFired; // guarded by lock
    private boolean stopped; // guarded by lock
    private final AtomicBoolean stopOnce = new AtomicBoolean();

    /** @param retries counts the calls of {@link #addAfter} */
    DelayingType(
            WorkQueue<T> queue, QueueConfig<T> config, MetricsProvider.CounterMetric retries, CrashPolicy crashes) {
        this.queue = queue;
        this.name = "delaying-queue-" + config.name();
        this.crashes = crashes;
        this.retries = retries;
        this.clock = config.clock();
        this.startNanos = clock.nanoTime();
        this.waitingThread = Thread.ofVirtual().name(name).start(this::waitingLoop);
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
        handOver(new WaitFor<>(item, readyAt(delay))); // the delay runs from now, not from when the thread takes it
    }

    // tag::handOver[]
    private void handOver(WaitFor<T> entry) {
        lock.lock();
        try {
            while (waitingForAdd.size() >= MAX_WAITING_FOR_ADD && !stopped) {
                roomOrStop.await();
            }
            if (!stopped) {
                waitingForAdd.addLast(entry);
                wakeUp.signal(); // only the waiting thread waits there
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            LOG.warn("{}: interrupted, so {} is dropped", name, entry.data());
        } finally {
            lock.unlock();
        }
    }
    // end::handOver[]

    private long readyAt(Duration delay) {
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
            LOG.error("{}: interrupted; items that still wait are lost", name, e);
        }
    }

    // tag::turn[]
    private void turn() throws InterruptedException {
        addReadyEntries();
        WaitFor<T> first = waitingForQueue.peek();
        Clock.Timer nextReadyAtTimer = clock.newTimer(untilNextTurn(first), this::onTimer);
        try {
            for (WaitFor<T> entry : awaitEntries(first)) {
                insert(entry);
            }
        } finally {
            nextReadyAtTimer.stop(); // never more than one
        }
    }

    private void addReadyEntries() throws InterruptedException {
        while (isReady(waitingForQueue.peek())) {
            WaitFor<T> first = waitingForQueue.remove();
            waitingEntryByData.remove(first.data());
            addToQueue(first.data());
        }
    }
    // end::turn[]

    private Duration untilNextTurn(@Nullable WaitFor<T> first) {
        long untilFirst = first == null ? Long.MAX_VALUE : first.readyAtNanos() - nowNanos();
        return Duration.ofNanos(Math.min(untilFirst, MAX_WAIT_NANOS));
    }

    /** Sleeps until there is something to do, and takes all new entries. */
    private List<WaitFor<T>> awaitEntries(@Nullable WaitFor<T> first) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (waitingForAdd.isEmpty() && !timerFired && !stopped && !isReady(first)) {
                wakeUp.await();
            }
            timerFired = false;
            List<WaitFor<T>> taken = List.copyOf(waitingForAdd);
            waitingForAdd.clear();
            roomOrStop.signalAll(); // there is room for a thousand again
            return taken;
        } finally {
            lock.unlock();
        }
    }

    private boolean isReady(@Nullable WaitFor<T> entry) {
        return entry != null && entry.readyAtNanos() <= nowNanos();
    }

    // tag::insert[]
    private void insert(WaitFor<T> entry) throws InterruptedException {
        if (isReady(entry)) {
            addToQueue(entry.data()); // an older entry of the same item keeps waiting
            return;
        }
        WaitFor<T> existing = waitingEntryByData.get(entry.data());
        if (existing != null && existing.readyAtNanos() <= entry.readyAtNanos()) {
            return; // it will come sooner anyway
        }
        if (existing != null) {
            waitingForQueue.remove(existing);
        }
        waitingEntryByData.put(entry.data(), entry);
        waitingForQueue.add(entry);
    }
    // end::insert[]

    private void addToQueue(T item) throws InterruptedException {
        crashes.guard(name + ": adding " + item, () -> queue.add(item));
    }

    private void onTimer() {
        lock.lock();
        try {
            timerFired = true;
            wakeUp.signal(); // only the waiting thread waits there
        } finally {
            lock.unlock();
        }
    }

    /** Ends the waiting thread and discards what still waits. Only the first call does anything. */
    @Override
    public void shutDown() {
        if (!stopOnce.compareAndSet(false, true)) {
            return;
        }
        queue.shutDown();
        lock.lock();
        try {
            stopped = true;
            wakeUp.signal(); // only the waiting thread waits there
            roomOrStop.signalAll(); // callers of addAfter give up
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
            LOG.warn("Interrupted while {} ends; it ends by itself", name);
        }
    }

    /** Drains the queue below. The waiting thread notices at its next turn; {@link #shutDown} ends it at once. */
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
