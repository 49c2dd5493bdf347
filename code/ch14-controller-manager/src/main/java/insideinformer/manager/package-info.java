/**
 * The controller manager: one process, one set of informers, many controllers.
 *
 * <p>In reading order: {@link insideinformer.manager.ControllerManagerOptions}, what can be set and which controllers are on;
 * {@link insideinformer.manager.ControllerDescriptor} and {@link insideinformer.manager.Controller}, a controller before and
 * after it is made; {@link insideinformer.manager.ControllerContext}, what it is made from;
 * {@link insideinformer.manager.ControllerManager}, which makes all of them before it starts anything;
 * {@code RunningControllers}, which starts them and waits for their return; {@code QuotaControllerDescriptor}, how the quota
 * controller is put together.
 *
 * <h2>Threads and locks</h2>
 *
 * <table>
 *   <caption>Who runs, and what they may wait for</caption>
 *   <tr><th>thread</th><th>started by</th><th>ends</th><th>may wait for</th></tr>
 *   <tr><td>caller of {@code run}</td><td>the program</td><td>with its context</td><td>the end of the context; then all
 *       controllers, for the shutdown timeout at most; then all informers</td></tr>
 *   <tr><td>one thread a controller, named as it</td><td>{@code run}</td><td>with the context, or it is given up</td><td>its
 *       turn to start; its own affairs</td></tr>
 * </table>
 *
 * <p>The manager has no lock: it makes controllers one after another, and they share nothing but the context they are given.
 */
@NullMarked
package insideinformer.manager;

import org.jspecify.annotations.NullMarked;
