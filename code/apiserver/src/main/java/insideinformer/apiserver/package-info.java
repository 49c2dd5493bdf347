/**
 * An API server small enough to read, and honest enough that clients which others wrote cannot tell: real HTTP, one
 * revision counter, lists and watches that agree.
 *
 * <p>It serves the built-in kinds that the book needs, and custom ones that come and go: create, get, list with pages
 * and selectors, update with optimistic concurrency, status apart from the rest, JSON, merge and strategic patches,
 * delete with grace and finalizers, watch from any kept revision with bookmarks and streamed lists, namespaces that
 * empty themselves, dry runs, discovery in both forms, health, tables for {@code kubectl get}. It has no
 * authentication, answers in JSON or YAML, reads protobuf only where {@code kubectl create} insists on it, and knows no
 * server-side apply. Below the first level of a kind it keeps every field that it is sent.
 *
 * <p>Reading order:
 * <ol>
 *   <li>{@link insideinformer.apiserver.ApiServer}: how the parts fit together, start and close
 *   <li>{@link insideinformer.apiserver.ObjectStore}, {@code Change}, {@code Meta}: objects, revisions, the one history
 *       and those who follow it
 * <li>{@code ApiHandler}, {@code RequestPath}, {@code ResourceHandler}: from a request to the verb; {@code Exchange}
 *   and {@code Listener} keep the HTTP library apart <li>{@code Lister}, {@code ListRequest}, {@code Selection}, {@code
 *   ContinueToken}: which state a list shows <li>{@code Watches}, {@code WatchSession}, {@code WatchControl}: the life
 *   of a watch <li>{@code Registry}, {@code Deletion}, {@code MetaRules}, {@code Names}: the course of every write;
 * {@code Strategy} and its kin for what single kinds add <li>{@code Bodies}, {@code Decoding}, {@code ProtobufBody}, {@code YamlBodies},
 *   {@code Patches} with {@code MergePatch}, {@code JsonPatch} and {@code StrategicMerge}: what clients send <li>{@code
 *   Negotiation}, {@code Presentation}, {@code Table}, {@code Columns}: in which form they get it back <li>{@code
 *   Namespaces}, {@code NamespaceController}, {@link insideinformer.apiserver.Admission}: who may refuse <li>{@code
 *   Discovery}, {@code OpenApi}, {@code Health}, {@code Version}: what is served at all <li>{@link
 *   insideinformer.apiserver.Faults} with {@code RequestFaults}, {@code Switches} and {@code Failure}: what can be made
 *   to go wrong
 * </ol>
 *
 * <p><b>Threads and locks.</b>
 * <table>
 *   <caption>Threads</caption>
 *   <tr><th>thread</th><th>started by</th><th>ends when</th><th>may wait for</th></tr>
 * <tr><td>{@code apiserver-io-N}, a few platform threads</td><td>{@code Listener.start}</td><td>{@code
 *   Listener.stop}</td> <td>sockets</td></tr> <tr><td>{@code apiserver-request-N}, one virtual thread a request; a
 *   watch keeps it</td><td>the HTTP library, for {@code ApiHandler.handle}</td><td>the answer is complete, or nobody
 *   reads it</td><td>the client, a revision (three seconds at most), a change, admission, a fault</td></tr>
 *   <tr><td>{@code apiserver-namespace-controller}, one virtual thread</td><td>{@code ApiServer.start}</td> <td>{@code
 *   ApiServer.close}</td><td>a change</td></tr> <tr><td>the clock's</td><td>whoever made the clock</td><td>the process
 *   does</td><td>nothing: timers only signal</td></tr>
 * </table>
 * <table>
 *   <caption>Locks</caption>
 *   <tr><th>lock</th><th>guards</th></tr>
 * <tr><td>{@code ObjectStore}</td><td>objects, history, revision, followers. Nothing is written to a socket and nobody
 *   else's code is called while it is held</td></tr> <tr><td>{@code WatchControl}, one a watch</td><td>what others ask
 *   of the watch</td></tr> <tr><td>{@code Watches}</td><td>which watches are open</td></tr> <tr><td>{@code
 *   RequestFaults}, {@code Switches}</td><td>rules, requests seen; held resources, changes to lose</td></tr>
 * </table>
 * <p>Lock order: {@code Watches}, then {@code WatchControl}, then {@code ObjectStore}. A {@code WatchControl} also asks
 * {@code Switches} while it holds its lock; that one is a leaf.
 */
@NullMarked
package insideinformer.apiserver;

import org.jspecify.annotations.NullMarked;
