/**
 * Listening to all objects that quotas count. The quota controller learns here that an object is gone and that its
 * quota has room again.
 *
 * <p>In reading order:
 *
 * <ol>
 *   <li>{@link insideinformer.quota.monitor.QuotableResources}: which resources can be counted on this server. It asks
 *       through a {@link insideinformer.quota.monitor.NamespacedResourcesFunc}
 *   <li>{@link insideinformer.quota.monitor.InformerFactory}: where the informers come from
 *   <li>{@link insideinformer.quota.monitor.QuotaMonitor}: a handler on each informer, a queue, and one thread that
 *       calls a {@link insideinformer.quota.monitor.ReplenishmentFunc}
 *   <li>{@link insideinformer.quota.monitor.InformerListers}: lets the evaluators read the same informers
 * </ol>
 *
 * <h2>Threads and locks</h2>
 *
 * <table>
 *   <caption>Who runs, and what they may wait for</caption>
 *   <tr><th>thread</th><th>started by</th><th>ends</th><th>may wait for</th></tr>
 *   <tr><td>caller of {@code run}</td><td>the quota controller</td><td>with its context</td><td>the informers to be
 *       started; the end of the context; then the consumer</td></tr>
 *   <tr><td>{@code quota monitor}</td><td>{@code run}</td><td>when the queue of changes has been shut down</td><td>a
 *       change; the replenishment function</td></tr>
 *   <tr><td>listener of each informer</td><td>the informer</td><td>when its handler is removed</td><td>nothing
 *   (I3)</td></tr>
 * </table>
 *
 * <p>{@code monitorLock} guards the entries and the context of the run. The monitor asks for informers, and adds and
 * removes handlers, while it holds this lock, so it comes before the locks of factory and informers. Handlers and the
 * consumer never take it, and nobody waits while holding it.
 */
@NullMarked
package insideinformer.quota.monitor;

import org.jspecify.annotations.NullMarked;
