/**
 * The informers of a whole program: one for each kind of object, whoever asks for it; started once, waited for
 * together.
 *
 * {@snippet lang="java" :
 * try (var factory = new SharedInformerFactory(client)) {
 *     GenericInformer<Pod> pods = factory.pods();
 *     pods.informer().addEventHandler(handler);      // asking for the informer is what makes it
 *     factory.start();
 *     factory.waitForCacheSyncResult(context).asError();    // who is missing, and why
 *     pods.lister().byNamespace("lantern").list(LabelSelector.everything());
 * }                                                  // stops every informer and waits for its last handler call
 * }
 *
 * <p>In reading order: {@link insideinformer.factory.SharedInformerFactory}; {@link
 * insideinformer.factory.FactoryOptions}, what its informers have in common; {@link
 * insideinformer.factory.GenericInformer}, one kind of object; {@link
 * insideinformer.factory.NewInformerFunc}, for informers of one's own making; {@link
 * insideinformer.factory.SyncResult}.
 *
 * <table>
 * <caption>Threads and locks</caption>
 * <tr><th>thread</th><th>started by</th><th>ends when</th><th>may wait for</th></tr>
 * <tr><td>{@code informer of RESOURCE}, one for each</td><td>{@code start}</td><td>the context given to that start has
 *     ended or the factory is closed, and the informer's last handler call has returned</td><td>see package {@code
 *     sharedinformer}</td></tr>
 * </table>
 *
 * <p>The factory's lock guards which informers there are, which were started, and whether the end has begun. It is
 * held while an informer is made, never while one is run or waited for; a {@code NewInformerFunc} that calls the
 * factory gets an {@link java.lang.IllegalStateException}.
 */
@NullMarked
package insideinformer.factory;

import org.jspecify.annotations.NullMarked;
