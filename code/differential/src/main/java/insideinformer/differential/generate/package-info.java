/**
 * Traces from seeds: random operations for each subject, without answers.
 *
 * <p>The recordings of the project came from these generators, and a test makes their traces again. The same seed
 * gives the same trace on every machine.
 *
 * <p>In reading order: {@link insideinformer.differential.generate.TraceGenerator}, what a generator is;
 * {@link insideinformer.differential.generate.Generators}, the list; {@code Dice}, the random source;
 * {@code KeysGenerator}, {@code StoreGenerator}, {@code RingGenerator}, {@code RateLimiterGenerator},
 * {@code BackoffGenerator}, {@code LabelSelectorGenerator}, {@code FieldSelectorGenerator}, {@code QuantityGenerator}
 * and {@code ResourceListGenerator}, which draw every step on its own; {@code DeltaFIFOGenerator} with its
 * {@code QueueModel}; {@code ReflectorGenerator} with its {@code RandomServer}, {@code SharedInformerGenerator} and
 * {@code WorkQueueGenerator}, which run the port while they draw; {@code QuotaUsageGenerator},
 * {@code QuotaScopesGenerator}, {@code QuotaAdmissionGenerator} and {@code QuotaSyncGenerator} with their
 * {@code QuotaObjects}.
 *
 * <h2>Threads and locks</h2>
 *
 * <p>A generator that runs the port has a thread of its own while it makes a trace, {@code in a bubble}. The port's
 * threads ask {@code RandomServer} for answers, so it has a lock, which guards all its fields and is held briefly.
 */
@NullMarked
package insideinformer.differential.generate;

import org.jspecify.annotations.NullMarked;
