package insideinformer.benchmarks;

import insideinformer.api.ObjectMeta;
import insideinformer.api.Pod;
import insideinformer.store.IndexFunc;
import insideinformer.store.Indexer;
import insideinformer.store.Keys;
import insideinformer.store.Stores;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** The store with an index by namespace (of 50), used by one thread. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class StoreBenchmark {

    @Param({"1000", "100000"})
    public int objects;

    private final Indexer<Pod> store = Stores.newIndexer(
            Keys.deletionHandlingMetaNamespaceKeyFunc(), Map.of(IndexFunc.NAMESPACE_INDEX, IndexFunc.metaNamespaceIndexFunc()));
    private final List<Pod> pods = new ArrayList<>();
    private int next;

    @Setup
    public void fill() throws Exception {
        for (int i = 0; i < objects; i++) {
            pods.add(new Pod("v1", "Pod", ObjectMeta.named("team-" + i % 50, "pod-" + i).withResourceVersion("1"), null, null,
                    Map.of()));
        }
        store.replace(pods, "1");
    }

    private Pod nextPod() {
        next = (next + 1) % objects;
        return pods.get(next);
    }

    @Benchmark
    public void update() throws Exception {
        store.update(nextPod());
    }

    @Benchmark
    public Optional<Pod> get() throws Exception {
        return store.get(nextPod());
    }

    /** A fiftieth of all objects, in a list of its own. */
    @Benchmark
    public List<Pod> byIndex() throws Exception {
        next = (next + 1) % 50;
        return store.byIndex(IndexFunc.NAMESPACE_INDEX, "team-" + next);
    }
}
