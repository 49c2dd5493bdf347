/**
 * How the operations of a trace are done on the port: one subject for each part of client-go that was recorded.
 *
 * <p>In reading order:
 *
 * <ol>
 *   <li>{@link insideinformer.conformance.subject.TraceSubject}: what a subject is. {@code Subjects} lists them
 *   <li>{@code KeysSubject}; {@code StoreSubject} with {@code StoreUnderTest}; {@code DeltaFIFOSubject} with
 *       {@code KnownObjects}; {@code RingSubject}. They share {@code ConfigMaps}, {@code Transformation} and
 *       {@code StructureWords}
 *   <li>{@code QuantitySubject}; {@code RateLimiterSubject} with {@code Limiters}; {@code BackoffSubject}
 *   <li>{@code ResourceListSubject}; {@code SelectorSubject} with {@code LabelSelectorUnderTest} and
 *       {@code FieldSelectorUnderTest}
 *   <li>{@code QuotaEvaluatorsSubject}, {@code QuotaAdmissionSubject} and {@code QuotaSyncSubject} with
 *       {@code QuotaSyncCluster}, all in a {@code QuotaWorld}
 *   <li>{@code Bubble}: a clock that moves only when every thread waits. {@code ReflectorSubject} stands between a
 *       {@code ScriptedSource} with its {@code ScriptedStream}s and a {@code LoggingStore}, and uses
 *       {@code ScriptedObjects}, {@code Failures} and {@code ReflectorLog}. {@code SharedInformerSubject} stands
 *       between a {@code SettableSource} and its {@code RecordingHandler}s. {@code WorkQueueSubject} has a
 *       {@code JumpingClock} and {@code CountingMetrics}
 * </ol>
 *
 * <p>A new subject is one class in {@code Subjects}, one driver in the Go recorder, and one generator in the module
 * {@code differential}.
 *
 * <h2>Threads and locks</h2>
 *
 * <table>
 *   <caption>All threads are virtual. Only the fakes have locks: a lock guards the fields of its fake and is held
 *   briefly.</caption>
 *   <tr><th>Thread</th><th>Started by</th><th>Ends when</th><th>May wait for</th></tr>
 *   <tr><td>{@code run of …}, and the port's own</td><td>a subject, one for each run</td><td>the trace is over: the
 *       subject ends its context, releases every call that hangs, and lets time pass</td><td>the clock of the
 *       {@code Bubble}, and the fakes</td></tr>
 *   <tr><td>{@code drainer}</td><td>{@code WorkQueueSubject}</td><td>the queue is drained, or the trace is over and
 *       interrupts it</td><td>the queue</td></tr>
 *   <tr><td>{@code in a bubble}</td><td>{@code Bubble.within}</td><td>its work is done</td><td>nothing</td></tr>
 * </table>
 */
@NullMarked
package insideinformer.conformance.subject;

import org.jspecify.annotations.NullMarked;
