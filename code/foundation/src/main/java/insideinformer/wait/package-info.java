/**
 * Stopping and time: how work is told to end, how it waits, and how a test holds time still.
 *
 * <p>Reading order: {@link insideinformer.wait.Context} with {@link insideinformer.wait.Cancellable}, how work is told
 * to end; {@link insideinformer.wait.Clock} with {@link insideinformer.wait.FakeClock}, where time comes from; {@link
 * insideinformer.wait.Wait}, the loops, with {@link insideinformer.wait.WaitException}; {@link
 * insideinformer.wait.Backoff} and {@link insideinformer.wait.DelayFunc}, how long the loops pause; {@link
 * insideinformer.wait.CrashPolicy}, what a crash in a loop means, with {@link insideinformer.wait.CrashLog}, how it is
 * logged; {@link insideinformer.wait.Group}, how an owner waits for its threads.
 *
 * <table>
 * <caption>Threads and locks</caption>
 * <tr><th>thread</th><th>started by</th><th>ends when</th><th>may wait for</th></tr>
 * <tr><td>{@code system-clock}</td><td>the first timer of the machine's clock</td><td>the process ends</td><td>the next
 *     timer. It runs the actions of all timers, so they must be quick</td></tr>
 * <tr><td>threads of a {@code Group}</td><td>its owner</td><td>their body ends</td><td>whatever the body waits
 *     for</td></tr>
 * </table>
 *
 * <p>{@code Cancellable}, {@code FakeClock}, {@code Group} and the pauses of a {@code Backoff} have a lock each. A lock
 * is held for a few lines, and no action of a context or a timer runs under one. The pauses of a {@code Backoff} ask
 * their clock and their random source under their lock, so the lock of a {@code FakeClock} can be taken below it. No
 * other two locks are held at once.
 */
@NullMarked
package insideinformer.wait;

import org.jspecify.annotations.NullMarked;
