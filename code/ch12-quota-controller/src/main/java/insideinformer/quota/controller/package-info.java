/**
 * The quota controller: from "something changed" to the right number in a quota's status.
 *
 * <p>In reading order: {@link insideinformer.quota.controller.ControllerOptions}, what it is made of;
 * {@link insideinformer.quota.controller.ResourceQuotaController}, two queues of keys, workers that count, and the loop that
 * keeps the monitor's set of kinds up to date.
 *
 * <h2>Threads and locks</h2>
 *
 * <table>
 *   <caption>Who runs, and what they may wait for</caption>
 *   <tr><th>thread</th><th>started by</th><th>ends</th><th>may wait for</th></tr>
 *   <tr><td>caller of {@code run}</td><td>the controller manager</td><td>with its context</td><td>the caches; the end of the
 *       context; then all of the following</td></tr>
 *   <tr><td>{@code quota monitor run}</td><td>{@code run}</td><td>with the context</td><td>see {@code QuotaMonitor}</td></tr>
 *   <tr><td>{@code quota worker}, {@code quota priority worker}</td><td>{@code run}</td><td>when their queue has been shut
 *       down</td><td>a key; a change of monitors; the server</td></tr>
 *   <tr><td>{@code quota full pass}</td><td>{@code run}</td><td>with the context</td><td>the resync period</td></tr>
 *   <tr><td>caller of {@code sync}</td><td>the controller manager</td><td>with its context</td><td>discovery; workers in the
 *       middle of a count; the caches of new monitors, one period at most</td></tr>
 * </table>
 *
 * <p>One lock, {@code workerLock}: workers hold its read side while they count, a change of the set of monitors its write
 * side. It comes before the monitor's lock. Handlers take neither, so events keep flowing while workers wait.
 */
@NullMarked
package insideinformer.quota.controller;

import org.jspecify.annotations.NullMarked;
