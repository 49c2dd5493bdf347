package insideinformer.benchmarks;

import insideinformer.api.ObjectMeta;
import insideinformer.api.Pod;
import insideinformer.deltafifo.DeltaFIFO;
import insideinformer.deltafifo.DeltaFIFOOptions;
import insideinformer.deltafifo.PopResult;
import insideinformer.store.Indexer;
import insideinformer.store.Keys;
import insideinformer.store.Stores;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** The queue, used by one thread: how much its own work costs, with nobody to wait for. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class QueueBenchmark {

    @Param({"1000", "100000"})
    public int objects;

    private final Indexer<Pod> known = Stores.newIndexer(Keys.deletionHandlingMetaNamespaceKeyFunc(), Map.of());
    private final DeltaFIFO<Pod> queue = new DeltaFIFO<>(
            DeltaFIFOOptions.<Pod>builder().knownObjects(known).emitDeltaTypeReplaced(true).build());
    private final List<Pod> pods = new ArrayList<>();
    private int next;

    /** All objects are known, and nothing is queued. */
    @Setup
    public void fill() throws Exception {
        for (int i = 0; i < objects; i++) {
            pods.add(new Pod("v1", "Pod", ObjectMeta.named("team-" + i % 50, "pod-" + i).withResourceVersion("1"), null, null,
                    Map.of()));
        }
        known.replace(pods, "1");
    }

    /** What a watch event costs here. */
    @Benchmark
    public PopResult<Pod> updateAndPop() throws Exception {
        next = (next + 1) % objects;
        queue.update(pods.get(next));
        return queue.pop((deltas, isInInitialList) -> {});
    }

    /** What a relist costs here, for all objects together. */
    @Benchmark
    public int replaceAndPopAll() throws Exception {
        queue.replace(pods, "2");
        for (int i = 0; i < objects; i++) {
            queue.pop((deltas, isInInitialList) -> {});
        }
        return objects;
    }
}
