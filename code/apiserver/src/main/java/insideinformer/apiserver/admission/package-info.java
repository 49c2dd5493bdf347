/**
 * Quota admission: refuses a write that would use more than a quota allows, and charges one that fits before it is
 * stored. It raises what is used and never lowers it; that is the quota controller's part. Beside it stand the plugins
 * that change what a quota counts.
 *
 * <p>Files in reading order:
 *
 * <ol>
 *   <li>{@link insideinformer.apiserver.admission.QuotaAdmission}: the plugin; which requests are looked at
 *   <li>{@link insideinformer.apiserver.admission.CheckRequest}: one request against the quotas of its namespace, as
 *       {@link insideinformer.apiserver.admission.MeasuredQuota}s; every text that users read on a refusal
 *   <li>{@link insideinformer.apiserver.admission.QuotaEvaluator}: batches, the writing of what was charged, and what
 *       happens when that runs into somebody else's write
 *   <li>{@link insideinformer.apiserver.admission.QuotaAccessor} and {@code StoreQuotaAccessor}: where quotas are;
 *       {@link insideinformer.apiserver.admission.LimitedResource}: what is refused unless a quota speaks of it
 *   <li>{@link insideinformer.apiserver.admission.AdmissionChain}: the plugins that run before the quota is asked,
 *       {@link insideinformer.apiserver.admission.LimitRanger} with {@code LimitCheck},
 *       {@link insideinformer.apiserver.admission.ServiceAccountAdmission},
 *       {@link insideinformer.apiserver.admission.Priority} and
 *       {@link insideinformer.apiserver.admission.DefaultStorageClass}
 * </ol>
 *
 * <table>
 *   <caption>Threads and locks</caption>
 *   <tr><th>Thread</th><th>started by</th><th>ends when</th><th>may wait for</th></tr>
 *   <tr><td>the request's</td><td>the server</td><td>it is answered</td><td>its batch, ten seconds at most</td></tr>
 *   <tr><td>{@code quota-NAMESPACE}</td><td>the first request that waits for the namespace</td><td>none waits any
 *       more; {@code close} joins it</td><td>the store</td></tr>
 *   <tr><th>Lock</th><th colspan="3">guards</th></tr>
 *   <tr><td>{@code QuotaEvaluator.lock}</td><td colspan="3">who waits and which namespaces have a worker; never held
 *       while the store is asked</td></tr>
 * </table>
 */
@NullMarked
package insideinformer.apiserver.admission;

import org.jspecify.annotations.NullMarked;
