/**
 * What the informer costs, beside those of others: fabric8's client, the official Java client, client-go, and, as a
 * floor for whoever reads JSON, Jackson's parser alone.
 *
 * <p>Reading order: {@code PodTexts} and {@code CannedServer}, what everybody is given; {@code Subject} with {@code
 * OurInformer}, {@code Fabric8Informer}, {@code OfficialInformer} and {@code JacksonScan}, and {@code go/main.go} beside
 * the Java; {@code Run}, which measures one of them once, with {@code Counts}, {@code HeapPeak} and {@code Measurement};
 * {@code Comparison}, which runs them all. Apart from these, the parts under JMH: {@code DecodingBenchmark}, {@code
 * QueueBenchmark}, {@code StoreBenchmark}.
 *
 * <p>Threads and locks: {@code CannedServer} has a virtual thread a request; its lock guards how many updates are
 * wanted, and a watch waits on its condition. Everything else that runs belongs to the libraries measured; they meet the
 * measuring thread in {@code Counts}, which are latches.
 */
@NullMarked
package insideinformer.benchmarks;

import org.jspecify.annotations.NullMarked;
