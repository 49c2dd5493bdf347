/**
 * Listening to everything that quotas count.
 *
 * <p>In reading order: {@link insideinformer.quota.monitor.QuotableResources}, what can be counted on this server;
 * {@link insideinformer.quota.monitor.InformerFactory}, where the informers come from;
 * {@link insideinformer.quota.monitor.QuotaMonitor}, a handler on each of them, a queue, and one thread that says what may
 * have freed quota; {@link insideinformer.quota.monitor.InformerListers}, the same informers read by the evaluators.
 *
 * <h2>Threads and locks</h2>
 *
 * <table>
 *   <caption>Who runs, and what they may wait for</caption>
 *   <tr><th>thread</th><th>started by</th><th>ends</th><th>may wait for</th></tr>
 *   <tr><td>caller of {@code run}</td><td>the quota controller</td><td>with its context</td><td>the end of the context; then
 *       the consumer</td></tr>
 *   <tr><td>{@code quota monitor}</td><td>{@code run}</td><td>when the queue of changes has been shut down</td><td>a change;
 *       the replenishment function</td></tr>
 *   <tr><td>listener of each informer</td><td>the informer</td><td>when its handler is removed</td><td>nothing (I3)</td></tr>
 * </table>
 *
 * <p>{@code monitorLock} guards the entries and whether the monitor runs. It is held while {@code startMonitors} waits until
 * informers may be started. Under it informers are asked for and handlers added and removed, so it comes before the locks of
 * factory and informers; handlers and the consumer never take it.
 */
@NullMarked
package insideinformer.quota.monitor;

import org.jspecify.annotations.NullMarked;
