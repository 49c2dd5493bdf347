/**
 * A small API server that clients of others cannot tell from a real one: real HTTP, one revision counter, lists and
 * watches that agree.
 *
 * <p>It serves the built-in kinds that the book needs, and custom kinds that come and go. It has no authentication and
 * no server-side apply. The appendix about the server lists what it serves and what it leaves out.
 *
 * <p>This package puts the server together and routes requests. The rest is in packages below it. A package uses only
 * those that stand above it in this list, so the list is also an order for reading:
 * <ol>
 *   <li>{@link insideinformer.apiserver.yaml}: YAML as Kubernetes' tools read it.
 *   <li>{@link insideinformer.apiserver.errors}: the refusals that clients know.
 *   <li>{@link insideinformer.apiserver.kinds}: which kinds of objects there are.
 *   <li>{@link insideinformer.apiserver.store}: the objects, their revisions, and the history that watches read.
 *   <li>{@link insideinformer.apiserver.http}: a request and its answer.
 *   <li>{@link insideinformer.apiserver.faults}: what can be made to go wrong.
 *   <li>{@link insideinformer.apiserver.admission}: who may refuse a write; quotas.
 *   <li>{@link insideinformer.apiserver.bodies}: from bytes to objects and back.
 *   <li>{@link insideinformer.apiserver.tables}: how objects look in an answer.
 *   <li>{@link insideinformer.apiserver.strategy}: defaults and rules of single kinds.
 *   <li>{@link insideinformer.apiserver.write}: create, update, patch, delete.
 *   <li>{@link insideinformer.apiserver.watch}: get, list and watch.
 * </ol>
 *
 * <p>Files of this package in reading order:
 * <ol>
 *   <li>{@link insideinformer.apiserver.ApiServer}: how the parts fit together; start and close.
 *   <li>{@code Listener}: the socket and the threads of the HTTP library.
 *   <li>{@code ApiHandler}: every request enters here, and every failure becomes a Status here.
 *   <li>{@code ResourceHandler}: from a request for objects to the verb.
 *   <li>{@code DiscoveryHandler}, {@code OpenApi}, {@code Health}, {@code Version}, {@code AccessReviews}: the requests
 *       that are not about stored objects.
 *   <li>{@link insideinformer.apiserver.Faults}: the switches that tests and the soak throw.
 * </ol>
 *
 * <table>
 *   <caption>Threads</caption>
 *   <tr><th>Thread</th><th>started by</th><th>ends when</th><th>may wait for</th></tr>
 *   <tr><td>{@code apiserver-io-N}, a few platform threads</td><td>{@code Listener.start}</td>
 *       <td>{@code Listener.stop}</td><td>sockets</td></tr>
 *   <tr><td>{@code apiserver-request-N}, a virtual thread for each request; a watch keeps it</td>
 *       <td>the HTTP library, for {@code ApiHandler.handle}</td>
 *       <td>the answer is complete, or the client has gone</td>
 *       <td>the client, a revision (three seconds at most), a change, admission, a fault</td></tr>
 *   <tr><td>{@code apiserver-namespace-controller}, one virtual thread</td><td>{@code ApiServer.start}</td>
 *       <td>{@code ApiServer.close}</td><td>a change</td></tr>
 *   <tr><td>{@code quota-NAMESPACE}, virtual threads</td><td>{@code QuotaEvaluator}</td>
 *       <td>no request of the namespace waits</td><td>the store</td></tr>
 *   <tr><td>the clock's timers</td><td>the clock</td><td>the clock's owner says</td>
 *       <td>nothing: a timer only signals</td></tr>
 * </table>
 * <table>
 *   <caption>Locks</caption>
 *   <tr><th>Lock</th><th>guards</th></tr>
 *   <tr><td>{@code ObjectStore}</td><td>objects, history, followers; nothing is written to a socket while it is
 *       held</td></tr>
 *   <tr><td>{@code WatchControl}, one for each watch</td><td>what others ask of the watch</td></tr>
 *   <tr><td>{@code Watches}</td><td>which watches are open</td></tr>
 *   <tr><td>{@code RequestFaults}, {@code Switches}</td><td>rules and requests seen; held resources, changes to
 *       lose</td></tr>
 *   <tr><td>{@code HttpExchange}, {@code Listener}</td><td>who reads from the connection; which sockets are
 *       open</td></tr>
 * </table>
 * <p>Lock order: {@code Watches}, then {@code WatchControl}, then {@code ObjectStore} or {@code Switches}. The other
 * locks are leaves: no lock is taken while one of them is held.
 */
@NullMarked
package insideinformer.apiserver;

import org.jspecify.annotations.NullMarked;
