/**
 * Replays traces: does their operations on the port, compares every answer, and reports the differences.
 *
 * <p>Nothing is compared more kindly because the port means to differ. Where the port differs on purpose, no trace
 * contains the case, and the row of the catalogue says what the port does.
 *
 * <p>In reading order: {@link insideinformer.conformance.replay.Replayer}, one trace up to its first difference;
 * {@link insideinformer.conformance.replay.ReplayOutcome}, how that ended;
 * {@link insideinformer.conformance.replay.ReplayReport}, many traces and what is printed about them.
 *
 * <h2>Threads and locks</h2>
 *
 * <table>
 *   <caption>Both threads are virtual. There are no locks.</caption>
 *   <tr><th>Thread</th><th>Started by</th><th>Ends when</th><th>May wait for</th></tr>
 *   <tr><td>{@code replay NAME, OP}</td><td>{@code Replayer}, one for each step</td><td>the step has answered; a step
 *       that hangs ends when its object is closed</td><td>whatever the operation waits for. {@code Replayer} waits
 *       for the thread, but only a few seconds</td></tr>
 *   <tr><td>{@code end NAME}</td><td>{@code Replayer}, one for each trace</td><td>the object under test is
 *       closed</td><td>a lock that a hanging step holds</td></tr>
 * </table>
 */
@NullMarked
package insideinformer.conformance.replay;

import org.jspecify.annotations.NullMarked;
