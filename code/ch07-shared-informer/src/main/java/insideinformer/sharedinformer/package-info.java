/**
 * One list and one watch, one store, many handlers: what every controller in a program shares.
 *
 * {@snippet lang="java" :
 * SharedIndexInformer<Pod> pods = SharedIndexInformer.of(
 *         client.resource(ApiResource.PODS), Pod.class, SharedIndexInformerOptions.resyncing(Duration.ofHours(12)));
 * ResourceEventHandlerRegistration mine = pods.addEventHandler(handler);
 * Thread.ofVirtual().start(() -> pods.run(context));
 * CacheSync.waitFor(context, "my handler", mine.hasSyncedChecker());    // it has seen the present
 * }
 *
 * <p>In reading order: {@link insideinformer.sharedinformer.SharedInformer} and {@link
 * insideinformer.sharedinformer.SharedIndexInformer}, the promises; {@code DefaultSharedIndexInformer}, how they are
 * kept: {@code run}, {@code handleDeltas}, {@code addEventHandlerWithOptions} with {@code join}. Beside them {@link
 * insideinformer.sharedinformer.SharedIndexInformerOptions} and {@link insideinformer.sharedinformer.HandlerOptions};
 * {@code DummyController}, the informer seen as a controller; {@link insideinformer.sharedinformer.CacheSync}, waiting
 * until it is synced; {@code MutationDetector} and {@code CacheMutationDetector}, which prove in a test environment that
 * nobody changes what all share.
 *
 * <table>
 * <caption>Threads of a running informer</caption>
 * <tr><th>thread</th><th>started by</th><th>ends when</th><th>may wait for</th></tr>
 * <tr><td>the caller of {@code run}: pops one object at a time and hands out what became of it</td><td>a factory or
 *     another owner</td><td>the context has ended and every other thread has</td><td>the queue; {@code blockDeltas}
 *     </td></tr>
 * <tr><td>the controller's two</td><td>see package {@code controller}</td><td></td><td></td></tr>
 * <tr><td>{@code processor of TYPE}, and a thread for each listener</td><td>{@code run}</td><td>the controller has
 *     ended and the last call of a handler has returned</td><td>see package {@code processor}</td></tr>
 * <tr><td>{@code sync watcher of TYPE}: makes the informer synced</td><td>{@code run}</td><td>the queue is synced, or
 *     the controller has ended</td><td>the queue's signal</td></tr>
 * <tr><td>{@code mutation detector of TYPE}: compares objects with their copies, if that was asked for</td><td>{@code
 *     run}</td><td>the controller has ended</td><td>its period of a second</td></tr>
 * </table>
 *
 * <table>
 * <caption>Locks, in the order in which they may be taken</caption>
 * <tr><th>lock</th><th>guards</th><th>held while</th></tr>
 * <tr><td>the queue's</td><td>see package {@code deltafifo}</td><td>{@code handleDeltas} runs, from inside {@code pop}.
 *     Nobody who holds one of the others takes it</td></tr>
 * <tr><td>{@code startedLock}</td><td>started, stopped, the settings, the check period, the controller</td><td>a
 *     handler comes, with all it is shown, or goes; a setting is made or read</td></tr>
 * <tr><td>{@code blockDeltas}</td><td>no field: store and listeners together</td><td>the deltas of one object are
 *     handed out; a handler joins or goes</td></tr>
 * <tr><td>the store's; the processor's, then a listener's</td><td>see there</td><td>briefly</td></tr>
 * <tr><td>{@code comparing}, the mutation detector's</td><td>the pairs it compares</td><td>a round is made, on the
 *     detector's thread. Never taken while another is held</td></tr>
 * </table>
 *
 * <p>Handlers are called, and stages of signals completed, with none of them held: they may add and remove handlers,
 * read the store and stop the informer.
 */
@NullMarked
package insideinformer.sharedinformer;

import org.jspecify.annotations.NullMarked;
