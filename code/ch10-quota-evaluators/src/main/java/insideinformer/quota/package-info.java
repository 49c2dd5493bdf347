/**
 * What things cost: amounts that are exact, lists of them, and the evaluators that turn an object into the list it
 * uses. Nothing here watches, queues or stores; admission and the quota controller do, and ask this package.
 *
 * <p>Files in reading order:
 *
 * <ol>
 *   <li>{@link insideinformer.quota.Quantity}: one amount. {@code QuantityParser} reads it, {@code CanonicalText}
 *       writes it, {@link insideinformer.quota.QuantityJson} and
 *       {@link insideinformer.quota.QuantityFormatException} are its edges
 *   <li>{@link insideinformer.quota.ResourceLists}: amounts by name, and {@code calculateUsage}, which counts a
 *       namespace for one quota
 *   <li>{@link insideinformer.quota.Evaluator}: the five questions that can be asked about an object, in an
 *       {@link insideinformer.quota.AdmissionRequest} or in a namespace
 *       ({@link insideinformer.quota.UsageStatsOptions}, {@link insideinformer.quota.UsageStats})
 *   <li>{@link insideinformer.quota.ObjectCountEvaluator}: the simplest answer; {@link
 *       insideinformer.quota.GenericEvaluation}: what all answers have in common
 *   <li>{@link insideinformer.quota.PodEvaluator} with {@link insideinformer.quota.PodResources}, {@link
 *       insideinformer.quota.ServiceEvaluator}, {@link
 *       insideinformer.quota.PersistentVolumeClaimEvaluator}: the answers that need thought; {@link
 *       insideinformer.quota.Scopes}: which objects a quota is about
 *   <li>{@link insideinformer.quota.QuotaInstall}: which evaluators a cluster has, and which updates can free
 *       something ({@link insideinformer.quota.UpdateFilter})
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
