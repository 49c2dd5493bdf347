/**
 * One list and one watch, one store, many handlers: what the controllers of a program share.
 *
 * {@snippet lang="java" :
 * SharedIndexInformer<Pod> pods = SharedIndexInformer.of(
 *         client.resource(ApiResource.PODS), Pod.class, SharedIndexInformerOptions.resyncing(Duration.ofHours(12)));
 * ResourceEventHandlerRegistration mine = pods.addEventHandler(handler);
 * Thread.ofVirtual().start(() -> pods.run(context));
 * CacheSync.waitFor(context, "my handler", mine.hasSyncedChecker());    // it has seen the initial list
 * }
 *
 * <p>In reading order:
 * <ol>
 * <li>{@link insideinformer.sharedinformer.SharedInformer} and {@link
 *     insideinformer.sharedinformer.SharedIndexInformer}, the promises, with {@link
 *     insideinformer.sharedinformer.SharedIndexInformerOptions} and {@link
 *     insideinformer.sharedinformer.HandlerOptions};
 * <li>{@code DefaultSharedIndexInformer}, which keeps them: {@code run}, {@code handleDeltas}, and {@code
 *     addEventHandlerWithOptions} with {@code join};
 * <li>its parts: {@code Distributor}, {@code ResyncCheckPeriod}, {@code CheckedTransform}, {@code LastFailure}, and
 *     {@code DummyController}, the informer seen as a controller;
 * <li>{@link insideinformer.sharedinformer.CacheSync}, which waits until informers are synced;
 * <li>{@code MutationDetector} and {@code CacheMutationDetector}, which find out in a test environment whether somebody
 *     changes a shared object.
 * </ol>
 *
 * <table>
 * <caption>Threads of a running informer</caption>
 * <tr><th>thread</th><th>started by</th><th>ends when</th><th>may wait for</th></tr>
 * <tr><td>the caller of {@code run}: pops one object at a time and hands out its changes</td><td>a factory or another
 *     owner</td><td>the context and every other thread have ended</td><td>the queue; {@code blockDeltas}</td></tr>
 * <tr><td>the controller's two</td><td>see package {@code controller}</td><td></td><td></td></tr>
 * <tr><td>{@code processor of TYPE}, and a thread for each listener</td><td>{@code run}</td><td>the controller has
 *     ended and the last call of a handler has returned</td><td>see package {@code processor}</td></tr>
 * <tr><td>{@code sync watcher of TYPE}: makes the informer synced</td><td>{@code run}</td><td>the queue is synced, or
 *     the controller has ended</td><td>the queue's signal</td></tr>
 * <tr><td>{@code mutation detector of TYPE}: compares objects with their copies, if the detector is on</td><td>{@code
 *     run}</td><td>the controller has ended</td><td>its period of a second</td></tr>
 * </table>
 *
 * <table>
 * <caption>Locks, in the order in which they may be taken</caption>
 * <tr><th>lock</th><th>guards</th><th>held while</th></tr>
 * <tr><td>the queue's</td><td>see package {@code deltafifo}</td><td>{@code handleDeltas} runs, from inside {@code pop}.
 *     A thread that holds one of the other locks never takes it</td></tr>
 * <tr><td>{@code startedLock}</td><td>started, stopped, the settings, the check period, the controller</td><td>a
 *     handler is added, with the replay to it, or removed; a setting is made or read</td></tr>
 * <tr><td>{@code blockDeltas}</td><td>no field: store and listeners together</td><td>the deltas of one object are
 *     handed out; a handler is added or removed</td></tr>
 * <tr><td>the store's; the processor's, then a listener's</td><td>see there</td><td>a short time</td></tr>
 * <tr><td>{@code compareObjectsLock}, the mutation detector's</td><td>the objects it compares</td><td>it compares them,
 *     on its own thread. No thread takes it while it holds another one</td></tr>
 * </table>
 *
 * <p>No lock is held when a handler is called or a stage of a signal completes. So they can add and remove handlers,
 * read the store, and stop the informer.
 */
@NullMarked
package insideinformer.sharedinformer;

import org.jspecify.annotations.NullMarked;
