/**
 * Runs shared informers over real HTTP against a server and a network that misbehave at random. Random faults meet in
 * orders for which nobody would write a test.
 *
 * <p>A seed makes a schedule. In it, objects are created, changed and deleted, informers and handlers come and go, and
 * faults happen in between. A run carries out the schedule, lifts all faults, waits until nothing happens any more, and
 * stops the informers. Then it checks three things:
 * <ul>
 *   <li>Every store and every handler's view equals the server's list.
 *   <li>Every handler has heard a legal history of each object, and all handlers of an informer the same one.
 *   <li>No notification, watch, connection or thread is left.
 * </ul>
 * One run in four stops the informers in the middle of the schedule, when more can be left behind.
 *
 * <p>A failed run is printed with its seed and schedule, and {@code make soak SEEDS=4711} runs that schedule again. The
 * steps and their order are the same, but how far the informers have come at each step depends on the machine. A rare
 * failure can need several tries.
 *
 * <p>Some faults are left out, because no informer could keep a true copy through them. They are a change that a watch
 * loses and that no later event repairs, a server that goes back in time, and a server that is silent without end.
 *
 * <p>In reading order:
 * <ul>
 *   <li>{@code Step}: everything that can happen. {@code Schedule} and {@code ScheduleMaker}: what will happen
 *   <li>{@code SoakRun}: how a schedule is carried out, and what is checked at the end
 *   <li>{@code Cluster}: the server and its data. {@code Truth}: what handlers can have heard. {@code Refusals}
 *   <li>{@code View}: an informer with its handlers. {@code Tap} listens in front of it, {@code Witness} behind it.
 *       {@code Leaver}: a handler that removes itself. {@code State} and {@code HandlerEvent}: what they note
 *   <li>{@code Rules}: what a legal history is
 *   <li>{@code Wiring}: where tests put faulty parts, to see that a run finds them
 *   <li>{@code FastClock}: the time of a run. {@code Patience}: the time of the machine
 *   <li>{@code Batch}: many runs at a time. {@code Outcome}, {@code Tally}, {@code Summary}, {@code ThreadDump}
 *   <li>{@link insideinformer.soak.Main} with {@code Seeds}: the command
 *   <li>{@code FuzzRequest}, {@code FuzzRequests} and {@code FuzzBodies}: random requests to the server alone.
 *       {@code Wire} sends them, {@code FuzzJudge} checks each answer, {@code Fuzzer} checks the server, and
 *       {@code FuzzReport} has the result
 *   <li>{@link insideinformer.soak.FuzzMain}: the command that sends them
 * </ul>
 *
 * <table>
 * <caption>Threads and locks</caption>
 * <tr><th>thread</th><th>started by</th><th>ends when</th><th>may wait for</th></tr>
 * <tr><td>a worker, which carries out one run after another</td><td>the batch</td><td>the batch
 * ends</td><td>conditions, each for as long as {@code Patience} says</td></tr>
 * <tr><td>{@code soak end SEED}, which stops the informers, so that the worker can give up on that</td><td>the
 *     run</td><td>all informers of the run have ended</td><td>the informers</td></tr>
 * <tr><td>the threads of server, client and informers</td><td>see their packages</td><td>the run
 *     ends</td><td></td></tr>
 * </table>
 *
 * <p>A {@code Witness} has a lock, which guards what it has heard. A call that it blocks waits without holding the
 * lock. {@code Tap} and {@code Tally} are concurrent maps. Only the worker touches everything else.
 */
@NullMarked
package insideinformer.soak;

import org.jspecify.annotations.NullMarked;
