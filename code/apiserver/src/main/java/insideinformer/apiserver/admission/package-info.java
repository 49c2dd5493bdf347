/**
 * Who may refuse a write before it is stored: the quota, and the plugins that change what a quota counts.
 *
 * <p>Quota admission refuses a write that would use more than a quota allows, and charges one that fits before it is
 * stored. It only raises what is used. Lowering it is the job of the quota controller.
 *
 * <p>Files in reading order:
 * <ol>
 *   <li>{@link insideinformer.apiserver.admission.Admission} and {@link
 *       insideinformer.apiserver.admission.AdmissionAttributes}: what a plugin is asked.
 *   <li>{@link insideinformer.apiserver.admission.QuotaAdmission}: which requests the quota looks at.
 *   <li>{@link insideinformer.apiserver.admission.CheckRequest}: one request against the quotas of its namespace, as
 *       {@link insideinformer.apiserver.admission.MeasuredQuota}s, with every text that users read on a refusal.
 *   <li>{@link insideinformer.apiserver.admission.QuotaEvaluator}: batches, the writing of what was charged, and what
 *       happens when somebody else has written the quota meanwhile.
 *   <li>{@link insideinformer.apiserver.admission.QuotaAccessor} and {@code StoreQuotaAccessor}: where quotas are read
 *       and written.
 *   <li>{@link insideinformer.apiserver.admission.LimitedResource}: what is refused unless a quota mentions it.
 *   <li>{@link insideinformer.apiserver.admission.AdmissionChain}: the plugins before the quota, which are {@code
 *       LimitRanger} with {@code LimitCheck}, {@code ServiceAccountAdmission}, {@code Priority} and {@code
 *       DefaultStorageClass}.
 * </ol>
 *
 * <table>
 *   <caption>Threads and locks</caption>
 *   <tr><th>Thread</th><th>started by</th><th>ends when</th><th>may wait for</th></tr>
 *   <tr><td>the request's</td><td>the server</td><td>it is answered</td><td>its batch, ten seconds at most</td></tr>
 *   <tr><td>{@code quota-NAMESPACE}</td><td>the first request that waits for the namespace</td><td>no request
 *       waits; {@code close} joins it</td><td>the store</td></tr>
 *   <tr><th>Lock</th><th colspan="3">guards</th></tr>
 *   <tr><td>{@code QuotaEvaluator.lock}</td><td colspan="3">who waits and which namespaces have a worker; never held
 *       while the store is asked</td></tr>
 * </table>
 */
@NullMarked
package insideinformer.apiserver.admission;

import org.jspecify.annotations.NullMarked;
