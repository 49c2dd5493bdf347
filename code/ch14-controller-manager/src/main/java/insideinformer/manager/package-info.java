/**
 * The controller manager: one process, one set of informers, many controllers.
 *
 * <p>In reading order:
 *
 * <ol>
 *   <li>{@link insideinformer.manager.ControllerManagerOptions}: what can be set, and which controllers are on
 *   <li>{@link insideinformer.manager.ControllerDescriptor} and {@link insideinformer.manager.Controller}: a controller
 *       before and after it is made
 *   <li>{@link insideinformer.manager.ControllerContext}: what a controller is made from
 *   <li>{@link insideinformer.manager.ControllerManager}: makes all controllers before it starts anything
 *   <li>{@code RunningControllers}: starts the controllers and waits for their return
 *   <li>{@code QuotaControllerDescriptor}: how the quota controller is made
 * </ol>
 *
 * <h2>Threads and locks</h2>
 *
 * <table>
 *   <caption>Who runs, and what they may wait for</caption>
 *   <tr><th>thread</th><th>started by</th><th>ends</th><th>may wait for</th></tr>
 *   <tr><td>caller of {@code run}</td><td>the program</td><td>with its context</td><td>the end of the context; then all
 *       controllers, for the shutdown timeout at most; then all informers</td></tr>
 *   <tr><td>one thread for each controller, with its name</td><td>{@code run}</td><td>with the context, or the manager
 *       gives it up</td><td>its turn to start; whatever the controller waits for</td></tr>
 * </table>
 *
 * <p>The manager has no lock. It makes the controllers one after another, and they share only the context they are
 * given.
 */
@NullMarked
package insideinformer.manager;

import org.jspecify.annotations.NullMarked;
