/**
 * Stopping and time: the context that ends work, the clock that tests can hold still, the loops built on both.
 *
 * <p>Reading order: {@link insideinformer.wait.Context} with {@link insideinformer.wait.Cancellable}, how work is told
 * to end; {@link insideinformer.wait.Clock} with {@link insideinformer.wait.FakeClock}, how it waits; {@link
 * insideinformer.wait.Wait}, the loops, with {@link insideinformer.wait.WaitException}; {@link
 * insideinformer.wait.Backoff} and {@link insideinformer.wait.DelayFunc}, how long they pause, {@link
 * insideinformer.wait.FlowControlBackoff}, the same for each of many items; {@link insideinformer.wait.CrashPolicy},
 * what a crash in a loop means, with {@link insideinformer.wait.CrashLog}, how it is logged; {@link
 * insideinformer.wait.Group}, how an owner waits for its threads.
 *
 * <table>
 * <caption>Threads and locks</caption>
 * <tr><th>thread</th><th>started by</th><th>ends when</th><th>may wait for</th></tr>
 * <tr><td>{@code system-clock}</td><td>the first timer of the machine's clock</td><td>the process does</td><td>the next
 *     timer; it fires all of them, so what they run must be quick</td></tr>
 * <tr><td>threads of a {@code Group}</td><td>its owner</td><td>their body does</td><td>whatever the body waits
 *     for</td></tr>
 * </table>
 *
 * <p>{@code Cancellable}, {@code FakeClock}, {@code Group}, {@code FlowControlBackoff} and the pauses of a {@code
 * Backoff} have a lock each, held for a few lines and never while foreign code runs: actions of a context and of timers
 * are called without it. Only the two kinds of pauses ask their clock, and their random source if they have one, under
 * theirs, so that a {@code FakeClock}'s may be taken below it; no other two are held at once.
 */
@NullMarked
package insideinformer.wait;

import org.jspecify.annotations.NullMarked;
