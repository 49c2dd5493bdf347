/**
 * Shared informers over real HTTP, against a server and a network that misbehave at random: what can go wrong does, in
 * orders that nobody would have written down as a test.
 *
 * <p>A seed makes a schedule: objects that are created, changed and deleted, informers and handlers that come and go,
 * and among them faults. A run carries it out, lifts all faults, waits until nothing happens any more, stops the
 * informers, and demands three things: every store and every handler's view equal the server's list; every handler was
 * told a legal history of each object, and all handlers of an informer the same; nothing is left behind: no
 * notification, watch, connection or thread. One run in four stops the informers in the midst of it, where more can be
 * left. Whoever violates one of these is printed with seed and schedule. {@code make soak SEEDS=4711} runs that
 * schedule again. It orders the same things in the same order; how far the informers have come at each of them is up
 * to the machine, so that a rare failure may take several tries.
 *
 * <p>In reading order:
 * <ul>
 *   <li>{@code Step}, all that can happen, with {@code Schedule} and {@code ScheduleMaker}: what will
 *   <li>{@code Run}: how it is carried out, how a run comes to rest, what is looked at then
 *   <li>{@code Cluster}, the server and the data behind it, with {@code Truth}: what a handler can have been told;
 *       {@code Refusals}
 *   <li>{@code View}, an informer with its handlers; {@code Tap} and {@code Witness}, which listen before and behind
 *       it; {@code Leaver}, a witness that goes by itself; {@code State} and {@code Event}, what they note
 *   <li>{@code Rules}: what a legal history is
 *   <li>{@code Wiring}: where tests put something faulty, to see that a run finds it
 *   <li>{@code FastClock} and {@code Patience}: a run's time, which hurries, and the machine's
 *   <li>{@code Batch}, many runs at a time; {@code Outcome}, {@code Tally}, {@code Summary}; {@code ThreadDump}
 *   <li>{@link insideinformer.soak.Main}, with {@code Seeds}: the command
 *   <li>{@code FuzzRequest}, {@code FuzzRequests} and {@code FuzzBodies}: random requests to the server alone; {@code
 *       Wire} sends them, {@code FuzzJudge} looks at each answer, {@code Fuzzer} at everything else, {@code FuzzReport}
 *       says what came of it
 *   <li>{@link insideinformer.soak.FuzzMain}: the command that sends them
 * </ul>
 *
 * <p>What is left out, because no informer could hold a true copy through it: a change that a watch loses and that
 * nothing makes good (list and watch give no way to notice), a server that goes back in time, and one that is silent
 * for ever.
 *
 * <table>
 * <caption>Threads and locks</caption>
 * <tr><th>thread</th><th>started by</th><th>ends when</th><th>may wait for</th></tr>
 * <tr><td>the worker of a run: carries out the schedule, looks at the end</td><td>the batch</td><td>the batch
 *     does</td><td>conditions, each for as long as {@code Patience} says</td></tr>
 * <tr><td>{@code soak end SEED}: stops the informers, so that the worker can give up on it</td><td>the run</td><td>all
 *     informers of the run have</td><td>them</td></tr>
 * <tr><td>those of server, client and informers</td><td>see there</td><td>the run does</td><td></td></tr>
 * </table>
 *
 * <p>A {@code Witness} has a lock, which guards what it has heard; a call that it blocks waits there without it. {@code
 * Tap} and {@code Tally} are concurrent maps. Everything else belongs to the worker.
 */
@NullMarked
package insideinformer.soak;

import org.jspecify.annotations.NullMarked;
