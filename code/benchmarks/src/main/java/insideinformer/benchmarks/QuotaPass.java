package insideinformer.benchmarks;

import insideinformer.api.ApiResource;
import insideinformer.api.ObjectMeta;
import insideinformer.api.Pod;
import insideinformer.api.PodSpec;
import insideinformer.json.Json;
import insideinformer.quota.CalculatedUsage;
import insideinformer.quota.ListFuncByNamespace;
import insideinformer.quota.Quantity;
import insideinformer.quota.QuotaFeatures;
import insideinformer.quota.QuotaInstall;
import insideinformer.quota.Registry;
import insideinformer.quota.ResourceLists;
import insideinformer.quota.SimpleRegistry;
import insideinformer.store.IndexFunc;
import insideinformer.store.Indexer;
import insideinformer.store.Keys;
import insideinformer.store.Stores;
import insideinformer.wait.Clock;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * What counting costs: a full pass over namespaces of 100 pods with a quota each, at three sizes, and the recount of one
 * namespace, which is all that one changed pod causes. In CPU time of the counting thread.
 */
final class QuotaPass {

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final int PODS = 100;
    private static final int ROUNDS = 5;
    private static final Map<String, Quantity> HARD = Map.of(
            "pods", Quantity.mustParse("200"), "requests.cpu", Quantity.mustParse("100"),
            "requests.memory", Quantity.mustParse("100Gi"), "limits.cpu", Quantity.mustParse("200"));

    private final Indexer<Pod> pods = Stores.newIndexer(Keys::metaNamespaceKey,
            Map.of(IndexFunc.NAMESPACE_INDEX, IndexFunc.metaNamespaceIndexFunc()));
    private final Registry registry;
    private final int namespaces;

    private QuotaPass(int namespaces) throws Exception {
        this.namespaces = namespaces;
        ListFuncByNamespace ofPods = namespace -> pods.byIndex(IndexFunc.NAMESPACE_INDEX, namespace);
        this.registry = new SimpleRegistry(QuotaInstall.forControllers(
                resource -> resource.equals(ApiResource.PODS.gvr()) ? ofPods : ListFuncByNamespace.NONE,
                Clock.system(), QuotaFeatures.ALL).evaluators());
        PodSpec spec = Json.MAPPER.readValue("""
                {"containers":[{"name":"main","image":"shop/main:1.0","resources":{
                "requests":{"cpu":"250m","memory":"256Mi"},"limits":{"cpu":"1","memory":"512Mi"}}},
                {"name":"proxy","image":"shop/proxy:1.0","resources":{
                "requests":{"cpu":"50m","memory":"32Mi"},"limits":{"cpu":"200m","memory":"64Mi"}}}]}
                """, PodSpec.class);
        List<Pod> all = new ArrayList<>();
        for (int n = 0; n < namespaces; n++) {
            for (int p = 0; p < PODS; p++) {
                all.add(new Pod("v1", "Pod", ObjectMeta.named("team-" + n, "pod-" + p), spec, null, Map.of()));
            }
        }
        pods.replace(all, "1");
    }

    /** Takes the numbers of namespaces to measure; without any 1,000, 3,000 and 10,000. */
    public static void main(String[] args) throws Exception {
        List<Integer> sizes = args.length == 0
                ? List.of(1_000, 3_000, 10_000)
                : Arrays.stream(args).map(Integer::valueOf).toList();
        System.out.printf("%12s %12s %16s %16s %20s%n", "namespaces", "pods", "full pass, ms", "ns a pod",
                "one namespace, µs");
        for (int size : sizes) {
            new QuotaPass(size).measure();
        }
    }

    private void measure() throws Exception {
        double[] passes = new double[ROUNDS];
        double[] ones = new double[ROUNDS];
        for (int round = -2; round < ROUNDS; round++) { // the first two warm it up
            double pass = nanosOf(0, namespaces);
            double one = nanosOf(round + 2, round + 3);
            if (round >= 0) {
                passes[round] = pass;
                ones[round] = one;
            }
        }
        Arrays.sort(passes);
        Arrays.sort(ones);
        double median = passes[ROUNDS / 2];
        System.out.printf("%,12d %,12d %,16.0f %,16.0f %,20.0f%n", namespaces, namespaces * PODS, median / 1e6,
                median / namespaces / PODS, ones[ROUNDS / 2] / 1e3);
    }

    private double nanosOf(int from, int to) throws Exception {
        long start = THREADS.getCurrentThreadCpuTime(); // what else runs on the machine does not show
        for (int n = from; n < to; n++) {
            CalculatedUsage usage = ResourceLists.calculateUsage("team-" + n, List.of(), HARD, registry, null);
            if (!Quantity.mustParse("100").equals(usage.used().get("pods"))) {
                throw new IllegalStateException("team-" + n + " was counted wrong: " + usage);
            }
        }
        return THREADS.getCurrentThreadCpuTime() - start;
    }
}
