/**
 * Drives the machine: one thread reads a server into a queue, another one takes one object at a time out of it, changes
 * the store, and tells a handler.
 *
 * {@snippet lang="java" :
 * Informer<Pod> pods = Informer.of(InformerOptions.of(client.resource(ApiResource.PODS), Pod.class,
 *         ResourceEventHandlerFuncs.onAdd((Pod pod) -> greet(pod)).withDelete(gone -> mourn(gone.key()))));
 * pods.controller().run(context);                    // until context ends; pods.store() can be read meanwhile
 * }
 *
 * <p>In reading order:
 * <ol>
 * <li>{@link insideinformer.controller.Controller} and {@link insideinformer.controller.Config}: what runs, and its
 *     parts;
 * <li>{@code QueueController}, the loop itself;
 * <li>{@link insideinformer.controller.Processing}: what is done with the deltas of one object, and {@link
 *     insideinformer.controller.RefusedObjects}, if the store refuses one;
 * <li>{@link insideinformer.controller.ResourceEventHandler}, who is told, with its adaptors {@link
 *     insideinformer.controller.ResourceEventHandlerFuncs}, {@link
 *     insideinformer.controller.ResourceEventHandlerDetailedFuncs} and {@link
 *     insideinformer.controller.FilteringResourceEventHandler}; {@link insideinformer.controller.EventHandlerName}
 *     names handlers in messages;
 * <li>{@link insideinformer.controller.Informer} and {@link insideinformer.controller.InformerOptions}: all of it put
 *     together for one handler.
 * </ol>
 *
 * <table>
 * <caption>Threads and locks</caption>
 * <tr><th>thread</th><th>started by</th><th>ends when</th><th>may wait for</th></tr>
 * <tr><td>the caller of {@code run}</td><td>its owner</td><td>the context has ended, the object in process is finished,
 *     and both threads below have ended; or the crash policy threw</td><td>the queue; the process function, and in an
 *     {@code Informer} the handler</td></tr>
 * <tr><td>{@code reflector of TYPE}</td><td>{@code run}</td><td>the context ends; or the crash policy threw, which ends
 *     {@code run}, too</td><td>the server; the queue's lock; a second after a crash</td></tr>
 * <tr><td>{@code queue closer of TYPE}</td><td>{@code run}</td><td>the context has ended and the queue is
 *     closed</td><td>the queue's lock, so for the object in process</td></tr>
 * </table>
 *
 * <p>The only lock here is that of {@code RefusedObjects}, which is held for one map operation. The process function
 * runs under the queue's lock: nothing can be queued while it works, and if it calls the queue, it gets an {@link
 * java.lang.IllegalStateException}.
 */
@NullMarked
package insideinformer.controller;

import org.jspecify.annotations.NullMarked;
