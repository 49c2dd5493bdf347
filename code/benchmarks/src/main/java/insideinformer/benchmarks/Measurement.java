package insideinformer.benchmarks;

/**
 * What one run of one subject took.
 *
 * @param syncSeconds from the making of the client until the handler has heard of every pod
 * @param syncCpuSeconds of all threads of the process, meanwhile
 * @param heapMegabytes what is reachable once synced
 * @param peakMegabytes the most that the heap held until then, garbage included
 * @param updateSeconds from the first update until the handler has heard of the last
 * @param updateCpuSeconds of all threads of the process, meanwhile
 * @param syncedAtMillis the wall clock when the handler had heard of every pod, since 1970
 */
record Measurement(
        double syncSeconds, double syncCpuSeconds, double heapMegabytes, double peakMegabytes, double updateSeconds,
        double updateCpuSeconds, long syncedAtMillis) {}
