/**
 * The program that {@code make run} starts: the embedded API server, the controller manager, the manifests of a web
 * shop, and a timeline of what every stage does with one pod.
 *
 * <p>In reading order:
 *
 * <ol>
 *   <li>{@link insideinformer.program.Main}: options and exit codes
 *   <li>{@code Program}: everything in one process
 *   <li>{@code ManifestFiles}, {@code ManifestReader}, {@code ManifestChecks}, {@code ManifestShapes} and {@code
 *       ManifestApplier}: from files to objects on the server
 *   <li>{@code NotPlayed}: what a cluster would do with the manifests and this program does not
 *   <li>{@code ClusterControllers}: runs {@code WorkloadStandIn} (with {@code WorkloadPods}, {@code
 *       DeploymentReplicaSets} and {@code StatefulSetClaims}), {@code EphemeralVolumes}, {@code PerNamespaceObject} and
 *       {@code GarbageCollector}. Each is a {@code ClusterController} in a {@code SyncLoop}
 *   <li>{@code Timeline}: prints what happens to one pod
 *   <li>{@code Recount} and {@code Settlement}: whether everything has settled
 *   <li>{@code Audit}: counts another server's quotas and compares; {@code QuotaController}: counts them and writes
 *   <li>{@code SiteServer}: the book's pages; {@code Table} and {@code UserError}
 * </ol>
 *
 * <h2>Threads and locks</h2>
 *
 * <table>
 *   <caption>Who runs, and what they may wait for</caption>
 *   <tr><th>thread</th><th>started by</th><th>ends</th><th>may wait for</th></tr>
 *   <tr><td>main</td><td>the JVM</td><td>when it has printed the quotas, or the context ends</td><td>the server; quotas
 *       to be counted; the timeline; then all of the following</td></tr>
 *   <tr><td>{@code controller manager}</td><td>{@code Program}</td><td>with the context</td><td>see
 *       {@code ControllerManager}</td></tr>
 *   <tr><td>{@code controllers}</td><td>{@code Program}</td><td>with the context</td><td>the caches; its
 *   loops</td></tr>
 *   <tr><td>a {@code loop} and a worker for each {@code SyncLoop}</td><td>{@code ClusterControllers}, {@code
 *       SyncLoop}</td> <td>with the context, when the queue has been shut down</td><td>a key; the server</td></tr>
 *   <tr><td>{@code ctrl-c}</td><td>the JVM when it is told to end</td><td>when main has ended
 *   everything</td><td>main</td></tr>
 * </table>
 *
 * <p>{@code Timeline}, {@code SyncLoop} and {@code WorkloadPods} have one lock each, under which neither calls anybody
 * else.
 */
@NullMarked
package insideinformer.program;

import org.jspecify.annotations.NullMarked;
