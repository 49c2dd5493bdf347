/**
 * The informers of a whole program: one for each kind of object, however many ask for it. All are started together and
 * waited for together.
 *
 * {@snippet lang="java" :
 * try (var factory = new SharedInformerFactory(client)) {
 *     GenericInformer<Pod> pods = factory.pods();
 *     pods.informer().addEventHandler(handler);      // informer() is what makes the informer
 *     factory.start();
 *     factory.waitForCacheSyncResult(context).asError();    // who is missing, and why
 *     pods.lister().byNamespace("lantern").list(LabelSelector.everything());
 * }                                                  // stops every informer and waits for its last handler call
 * }
 *
 * <p>In reading order:
 * <ol>
 * <li>{@link insideinformer.factory.SharedInformerFactory}, with its settings, {@link
 *     insideinformer.factory.FactoryOptions};
 * <li>{@link insideinformer.factory.GenericInformer}: one kind of object;
 * <li>{@link insideinformer.factory.NewInformerFunc}: makes an informer with other settings than the factory's;
 * <li>{@link insideinformer.factory.SyncResult}: how a wait ended.
 * </ol>
 *
 * <table>
 * <caption>Threads and locks</caption>
 * <tr><th>thread</th><th>started by</th><th>ends when</th><th>may wait for</th></tr>
 * <tr><td>{@code informer of RESOURCE}, one for each</td><td>{@code start}</td><td>the context given to that start has
 *     ended or the factory is closed, and the informer's last handler call has returned</td><td>see package {@code
 *     sharedinformer}</td></tr>
 * </table>
 *
 * <p>The factory's lock guards which informers there are, which were started, and whether the shutdown has begun. It is
 * held while an informer is made, but never while one runs or is waited for. A {@code NewInformerFunc} that calls the
 * factory gets an {@link java.lang.IllegalStateException}.
 */
@NullMarked
package insideinformer.factory;

import org.jspecify.annotations.NullMarked;
