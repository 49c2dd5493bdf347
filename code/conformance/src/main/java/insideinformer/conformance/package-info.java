/**
 * Compares the port with the real client-go.
 *
 * <p>A <em>trace</em> is a sequence of operations with the answers that client-go gave to each: JSON, one trace a
 * line. The recordings that the project keeps stand in {@code code/conformance/recordings}; a test replays every one
 * of them, and {@code make conformance TRACES=dir} those of any other folder. They are made by
 * {@code code/conformance/recorder}, a Go program that does a trace's operations on client-go itself;
 * {@code make record} asks it again. {@code make differential} does without recordings: it makes traces from seeds,
 * asks client-go, and compares at once.
 *
 * <p>What is recorded is replayed, and nothing is looked at more kindly because the port meant it: where the port
 * deviates on purpose, the generators avoid the case and the catalogue's row says what the port does.
 *
 * <h2>Files in reading order</h2>
 *
 * <ol>
 *   <li>{@link insideinformer.conformance.Trace}, {@code TraceJson}, {@code TraceFiles}: what a recording is, and where
 *   <li>{@link insideinformer.conformance.Subject}: how a kind of trace is done on the port; {@code Subjects} lists
 *   them
 *   <li>{@code KeysSubject}; {@code StoreSubject}, {@code StoreUnderTest}; {@code DeltaFIFOSubject},
 *       {@code KnownObjects}; {@code RingSubject}; with {@code ConfigMaps}, {@code Transformation} and
 *       {@code StructureWords}, which they share
 *   <li>{@code QuantitySubject}; {@code RateLimiterSubject} with {@code Limiters}; {@code BackoffSubject}
 *   <li>{@code ResourceListSubject}, {@code SelectorSubject} with {@code LabelSelectorUnderTest} and
 *       {@code FieldSelectorUnderTest};
 *       {@code QuotaEvaluatorsSubject}, {@code QuotaAdmissionSubject} and {@code QuotaSyncSubject} in a
 *       {@code QuotaWorld}
 *   <li>{@code Bubble}: time and quiet for what goes on by itself. {@code ReflectorSubject} between a
 *       {@code ScriptedSource} with its {@code ScriptedStream}s and a {@code LoggingStore}, with
 *       {@code ScriptedObjects}, {@code Failures} and {@code ReflectorLog};
 *       {@code SharedInformerSubject} between a {@code SettableSource} and its {@code RecordingHandler}s;
 *       {@code WorkQueueSubject}, on a {@code JumpingClock}, with {@code CountingMetrics}
 *   <li>{@link insideinformer.conformance.Replayer}, {@link insideinformer.conformance.Difference},
 *       {@link insideinformer.conformance.Outcome}: step by step, up to the first difference
 *   <li>{@code ReplayReport}, {@code ReplayCommand}, {@link insideinformer.conformance.Main}: whole folders
 *   <li>{@code TraceGenerator}, {@code Dice}, {@code KeysGenerator}, {@code StoreGenerator},
 *       {@code DeltaFIFOGenerator}, {@code QueueModel}, {@code RingGenerator}, {@code ReflectorGenerator},
 *       {@code SharedInformerGenerator}, {@code WorkQueueGenerator}, {@code RateLimiterGenerator},
 *       {@code BackoffGenerator}, {@code LabelSelectorGenerator}, {@code FieldSelectorGenerator},
 *       {@code QuantityGenerator}, {@code ResourceListGenerator}, {@code QuotaUsageGenerator},
 *       {@code QuotaScopesGenerator}, {@code QuotaAdmissionGenerator} and {@code QuotaSyncGenerator} with their
 *       {@code QuotaObjects}: traces from seeds
 *   <li>{@code SeedOptions}, {@code GenerateCommand}, {@code Recorder}, {@code DifferentialCommand}: asking client-go
 * </ol>
 *
 * <p>A subject more is one class in {@code Subjects}, one driver in the recorder and, for {@code make differential},
 * one generator in {@code SeedOptions}.
 *
 * <h2>Threads and locks</h2>
 *
 * <table>
 *   <caption>All are virtual unless it says otherwise. The only locks are those of the fakes, which guard their fields
 *   and are held briefly.</caption>
 *   <tr><th>Thread</th><th>Started by</th><th>Ends when</th><th>May wait for</th></tr>
 *   <tr><td>{@code replay NAME, OP}</td><td>{@code Replayer}, one a step</td><td>the step has answered; one that hangs
 *       is ended by closing what it waits for</td><td>whatever the operation waits for; {@code Replayer} waits for it,
 *       a few seconds</td></tr>
 *   <tr><td>{@code end NAME}</td><td>{@code Replayer}, one a trace</td><td>the object under test is closed</td><td>a
 *       lock that a hanging step holds</td></tr>
 *   <tr><td>{@code run of …}, and the port's own</td><td>a subject, one a run</td><td>the trace is over: the subject
 *       ends its context, lets hang nothing any more, and lets time pass</td><td>the clock of the {@code Bubble}, and
 *       the fakes</td></tr>
 *   <tr><td>{@code in a bubble}</td><td>{@code Bubble}, for a generator that plays with the port</td><td>the trace is
 *       made</td><td>nothing</td></tr>
 *   <tr><td>{@code traces to the recorder}, a platform thread</td><td>{@code Recorder}</td><td>all are written, or the
 *       recorder reads no more</td><td>the recorder's standard input</td></tr>
 * </table>
 */
@NullMarked
package insideinformer.conformance;

import org.jspecify.annotations.NullMarked;
