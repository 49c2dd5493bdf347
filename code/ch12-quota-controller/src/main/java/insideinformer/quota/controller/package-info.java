/**
 * The quota controller. It hears that something changed in a namespace and writes the right amounts into the status of
 * the namespace's quotas.
 *
 * <p>In reading order: {@link insideinformer.quota.controller.ControllerOptions}, what it is made of;
 * {@link insideinformer.quota.controller.ResourceQuotaController}, two queues of keys, and workers that count;
 * {@code MonitorResync}, which tells the monitor which resources the server has.
 *
 * <h2>Threads and locks</h2>
 *
 * <table>
 *   <caption>Who runs, and what they may wait for</caption>
 *   <tr><th>thread</th><th>started by</th><th>ends</th><th>may wait for</th></tr>
 *   <tr><td>caller of {@code run}</td><td>the controller manager</td><td>with its context</td><td>the caches; the end
 *       of the context; then all of the following</td></tr>
 *   <tr><td>{@code quota monitor run}</td><td>{@code run}</td><td>with the context</td><td>see {@code
 *   QuotaMonitor}</td></tr>
 *   <tr><td>{@code quota worker}, {@code quota priority worker}</td><td>{@code run}</td><td>when their queue has been
 *       shut down</td><td>a key; a change of monitors; the server</td></tr>
 *   <tr><td>{@code quota full pass}</td><td>{@code run}</td><td>with the context</td><td>the resync period</td></tr>
 *   <tr><td>caller of {@code sync}</td><td>the controller manager</td><td>with its context</td><td>discovery; workers
 *       in the middle of a count; the caches of new monitors, one period at most</td></tr>
 * </table>
 *
 * <p>There is one lock, {@code workerLock}. A worker holds its read side while it counts. A change of the set of
 * monitors holds its write side. This lock comes before the monitor's. Handlers take neither, so events keep flowing
 * while workers wait.
 */
@NullMarked
package insideinformer.quota.controller;

import org.jspecify.annotations.NullMarked;
