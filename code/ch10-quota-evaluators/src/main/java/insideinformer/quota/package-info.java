/**
 * Measures how much of a quota an object uses. There are exact amounts, lists of amounts, and evaluators that compute
 * such a list for an object. Admission and the quota controller call this package; nothing here watches, queues or
 * stores.
 *
 * <p>Files in reading order:
 *
 * <ol>
 *   <li>{@link insideinformer.quota.Quantity}: one amount. {@code QuantityParser} reads it from text,
 *       {@code CanonicalText} writes it, {@link insideinformer.quota.QuantityJson} does both for JSON
 *   <li>{@link insideinformer.quota.ResourceLists}: amounts by name, and {@code calculateUsage}, which counts a
 *       namespace for one quota
 *   <li>{@link insideinformer.quota.Evaluator}: what can be asked about an object, in an
 *       {@link insideinformer.quota.AdmissionRequest} or in a namespace
 *       ({@link insideinformer.quota.UsageStatsOptions}, {@link insideinformer.quota.UsageStats})
 *   <li>{@link insideinformer.quota.ObjectCountEvaluator}: the simplest evaluator; {@link
 *       insideinformer.quota.GenericEvaluation}: what all evaluators share
 *   <li>{@link insideinformer.quota.PodEvaluator} with {@link insideinformer.quota.PodResources}, {@link
 *       insideinformer.quota.ServiceEvaluator}, {@link
 *       insideinformer.quota.PersistentVolumeClaimEvaluator}: the evaluators that look into an object; {@link
 *       insideinformer.quota.Scopes}: which objects a quota is about
 *   <li>{@link insideinformer.quota.QuotaInstall}: which evaluators a cluster has, and which updates can free
 *       quota ({@link insideinformer.quota.UpdateFilter})
 *   <li>{@link insideinformer.quota.Registry}, {@link insideinformer.quota.ListFuncByNamespace}, {@link
 *       insideinformer.quota.ProtectedLister}: how evaluators are found, and how they find objects
 * </ol>
 *
 * <table>
 *   <caption>Threads and locks</caption>
 *   <tr><th>Thread</th><td>none of its own; evaluators are called from workers of the quota controller and from
 *       requests. {@code usageStats} may wait as long as its lister does, nothing else waits</td></tr>
 *   <tr><th>Locks</th><td>none; values are immutable, the registry is one concurrent map, a protected lister one
 *       volatile flag that is only ever set</td></tr>
 * </table>
 */
@NullMarked
package insideinformer.quota;

import org.jspecify.annotations.NullMarked;
