/**
 * Drives the machine: one thread reads a server into a queue, another takes one object at a time out of it, changes the
 * store and tells a handler.
 *
 * {@snippet lang="java" :
 * Informer<Pod> pods = Informer.of(InformerOptions.of(client.resource(ApiResource.PODS), Pod.class,
 *         new ResourceEventHandlerFuncs<>(pod -> greet(pod), null, gone -> mourn(gone.key()))));
 * pods.controller().run(context);                    // until context ends; pods.store() may be read meanwhile
 * }
 *
 * <p>In reading order: {@link insideinformer.controller.Controller} and {@link insideinformer.controller.Config}, what
 * runs and of what it is made; {@code QueueController}, the loop itself; {@link insideinformer.controller.Processing},
 * what is done with one object's deltas. Then who is told: {@link insideinformer.controller.ResourceEventHandler} with
 * its adaptors {@link insideinformer.controller.ResourceEventHandlerFuncs}, {@link
 * insideinformer.controller.ResourceEventHandlerDetailedFuncs} and {@link
 * insideinformer.controller.FilteringResourceEventHandler}, and how they are named in messages, {@link
 * insideinformer.controller.EventHandlerName}. At last {@link insideinformer.controller.Informer} and {@link
 * insideinformer.controller.InformerOptions}, all of it put together for one handler. Package {@code testing} has a
 * server and a handler for tests.
 *
 * <table>
 * <caption>Threads and locks</caption>
 * <tr><th>thread</th><th>started by</th><th>ends when</th><th>may wait for</th></tr>
 * <tr><td>the caller of {@code run}</td><td>its owner</td><td>the context has ended, the object in process is finished,
 *     and both threads below have ended; or the crash policy threw</td><td>the queue; the process function, and with an
 *     {@code Informer} its handler</td></tr>
 * <tr><td>{@code reflector of TYPE}</td><td>{@code run}</td><td>the context ends; or the crash policy threw, which ends
 *     {@code run} too</td><td>the server; the queue's lock; a second after a crash</td></tr>
 * <tr><td>{@code queue closer}</td><td>{@code run}</td><td>the context has ended and the queue is closed</td><td>the
 *     queue's lock, so for the object in process</td></tr>
 * </table>
 *
 * <p>There is no lock here. The process function runs under the queue's lock: while it works nothing can be queued, and
 * calling the queue from it throws {@link java.lang.IllegalStateException}.
 */
@NullMarked
package insideinformer.controller;

import org.jspecify.annotations.NullMarked;
