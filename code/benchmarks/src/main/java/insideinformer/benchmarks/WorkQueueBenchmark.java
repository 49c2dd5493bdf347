package insideinformer.benchmarks;

import insideinformer.workqueue.QueueConfig;
import insideinformer.workqueue.WorkQueue;
import insideinformer.workqueue.WorkQueues;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** The work queue, used by one thread: how much its own work costs, with nobody to wait for. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class WorkQueueBenchmark {

    private static final int KEYS = 1024; // a power of two

    private final WorkQueue<String> empty = WorkQueues.newQueue(QueueConfig.named("empty"));
    private final WorkQueue<String> full = WorkQueues.newQueue(QueueConfig.named("full"));
    private final String[] keys = new String[KEYS];
    private int next;

    public WorkQueueBenchmark() {
        for (int i = 0; i < KEYS; i++) {
            keys[i] = "team-" + i % 50 + "/quota-" + i;
            full.add(keys[i]);
        }
    }

    @TearDown
    public void close() {
        empty.close();
        full.close();
    }

    private String key() {
        next = next + 1 & KEYS - 1;
        return keys[next];
    }

    /** A key in, out, and done. */
    @Benchmark
    public Optional<String> addGetDone() throws InterruptedException {
        empty.add(key());
        Optional<String> taken = empty.get();
        empty.done(taken.orElseThrow());
        return taken;
    }

    /** A key that waits already. */
    @Benchmark
    public void addAgain() {
        full.add(key());
    }
}
