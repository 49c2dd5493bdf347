/**
 * Stands between one informer and its many handlers: each handler gets every notification in order and at its own
 * speed, and none can hold up another one or the informer.
 *
 * {@snippet lang="java" :
 * SharedProcessor<Pod> processor = new SharedProcessor<>(clock);
 * processor.addListener(listener);                   // before the start or while it runs
 * processor.distribute(new Notification.Update<>(older, newer), sync);    // never waits for a handler
 * processor.run(context);                            // the listeners' threads live until context ends
 * }
 *
 * <p>In reading order:
 * <ol>
 * <li>{@link insideinformer.processor.RingGrowing}, the buffer, and {@link insideinformer.processor.Notification}, what
 *     is in it;
 * <li>{@link insideinformer.processor.ProcessorListener} with {@link insideinformer.processor.ListenerOptions}, the
 *     heart of the chapter: one lock-guarded ring and one thread replace two goroutines and a select with a nil
 *     channel;
 * <li>{@link insideinformer.processor.SharedProcessor}, all listeners of an informer;
 * <li>{@link insideinformer.processor.ResourceEventHandlerRegistration} and {@link
 *     insideinformer.processor.SingleFileTracker}: how anybody knows that a handler has seen the initial list.
 * </ol>
 *
 * <table>
 * <caption>Threads</caption>
 * <tr><th>thread</th><th>started by</th><th>ends when</th><th>may wait for</th></tr>
 * <tr><td>the caller of {@code SharedProcessor.run}</td><td>the informer</td><td>the context and every thread below
 *     have ended</td><td>the context, then those threads, holding no lock</td></tr>
 * <tr><td>{@code listener NAME}, one for each handler</td><td>the processor, when it starts or when the listener is
 *     added later</td><td>the listener is closed and its last call has returned, or its crash policy threw</td><td>a
 *     notification; its handler; a second after a failure</td></tr>
 * </table>
 *
 * <table>
 * <caption>Locks, in the order in which they may be taken</caption>
 * <tr><th>lock</th><th>guards</th><th>held while</th></tr>
 * <tr><td>{@code listenersLock}, the processor's</td><td>who listens, who is due for a resync, whether the processor
 *     runs</td><td>a notification is handed to every listener, a check is made, or a listener is added or removed.
 *     Never while a handler is called or a thread is waited for</td></tr>
 * <tr><td>{@code lock}, a listener's</td><td>its ring, whether it is closed, its resync times</td><td>one notification
 *     goes in or out. The listener's thread waits for the next one without it</td></tr>
 * </table>
 */
@NullMarked
package insideinformer.processor;

import org.jspecify.annotations.NullMarked;
