/**
 * The program that {@code make run} starts: the embedded API server, the controller manager, the manifests of a web shop,
 * and a timeline of what every stage does with one pod.
 *
 * <p>In reading order: {@link insideinformer.program.Main}, options and exit codes; {@code Program}, everything in one
 * process; {@code ManifestFiles}, {@code ManifestReader}, {@code ManifestChecks}, {@code ManifestShapes} and {@code
 * ManifestApplier}, from files to objects on the server;
 * {@code WorkloadStandIn}, the pods of Deployments and their like; {@code Timeline}, what is printed of one pod;
 * {@code Recount} and {@code Settlement}, whether all has come to rest; {@code Audit}, another server's quotas counted
 * again; {@code QuotaController}, another server's quotas counted for good; {@code SiteServer}, the book's pages;
 * {@code Table} and {@code UserError}.
 *
 * <h2>Threads and locks</h2>
 *
 * <table>
 *   <caption>Who runs, and what they may wait for</caption>
 *   <tr><th>thread</th><th>started by</th><th>ends</th><th>may wait for</th></tr>
 *   <tr><td>main</td><td>the JVM</td><td>when the story is told, or the context ends</td><td>the server; quotas to be
 *       counted; the timeline; then all of the following</td></tr>
 *   <tr><td>{@code controller manager}</td><td>{@code Program}</td><td>with the context</td><td>see
 *       {@code ControllerManager}</td></tr>
 *   <tr><td>{@code workload stand-in} (two)</td><td>{@code Program}, {@code WorkloadStandIn}</td><td>with the context, when
 *       the queue has been shut down</td><td>a key; the server</td></tr>
 *   <tr><td>{@code ctrl-c}</td><td>the JVM when it is told to end</td><td>when main has ended everything</td><td>main</td></tr>
 * </table>
 *
 * <p>{@code Timeline} and {@code WorkloadStandIn} have one lock each, under which neither calls anybody else.
 */
@NullMarked
package insideinformer.program;

import org.jspecify.annotations.NullMarked;
