/**
 * Stands between one informer and its many handlers: each gets every notification in order, at its own speed, and none
 * can hold up another or the informer.
 *
 * {@snippet lang="java" :
 * SharedProcessor<Pod> processor = new SharedProcessor<>(clock);
 * processor.addListener(listener);                   // now, or while it runs
 * processor.distribute(new Notification.Update<>(older, newer), sync);    // never waits for a handler
 * processor.run(context);                            // the listeners' threads live until context ends
 * }
 *
 * <p>In reading order: {@link insideinformer.processor.RingGrowing}, the buffer; {@link
 * insideinformer.processor.Notification}, what is in it; {@link insideinformer.processor.ProcessorListener}, the heart
 * of the chapter: one lock-guarded ring and one thread in the place of two goroutines and a select with a nil channel;
 * {@link insideinformer.processor.SharedProcessor}, all listeners of an informer. Beside them, how anybody knows that
 * a handler has seen the initial list: {@link insideinformer.processor.ResourceEventHandlerRegistration}, {@link
 * insideinformer.processor.SingleFileTracker}, {@link insideinformer.deltafifo.DoneSignal}; and for those who finish
 * in another order than they began, {@link insideinformer.processor.AsyncTracker} and {@link
 * insideinformer.processor.Lazy}.
 *
 * <table>
 * <caption>Threads</caption>
 * <tr><th>thread</th><th>started by</th><th>ends when</th><th>may wait for</th></tr>
 * <tr><td>the caller of {@code SharedProcessor.run}</td><td>the informer</td><td>the context has ended and every thread
 *     below has</td><td>the context, then those threads, holding no lock</td></tr>
 * <tr><td>{@code listener NAME}, one for each</td><td>the processor, at its start or when the listener is added later
 *     </td><td>the listener is closed and its last call has returned; or its crash policy threw</td><td>a notification;
 *     its handler; a second after a failure</td></tr>
 * </table>
 *
 * <table>
 * <caption>Locks, in the order in which they may be taken</caption>
 * <tr><th>lock</th><th>guards</th><th>held while</th></tr>
 * <tr><td>the processor's</td><td>who listens, who is due for a resync, whether it runs</td><td>a notification is
 *     handed to every listener; a check; coming and going. Never while a handler is called or a thread waited
 *     for</td></tr>
 * <tr><td>a listener's</td><td>its ring, whether it is closed, its resync times</td><td>one notification goes in or
 *     out; the listener's thread waits for the next one with it released</td></tr>
 * <tr><td>an {@code AsyncTracker}'s</td><td>the keys on their way</td><td>one comes or goes</td></tr>
 * <tr><td>a {@code Lazy}'s, one for each answer</td><td>that answer</td><td>it is computed</td></tr>
 * </table>
 */
@NullMarked
package insideinformer.processor;

import org.jspecify.annotations.NullMarked;
