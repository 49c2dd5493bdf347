/**
 * How to talk to an API server: single requests, lists, and watches that stay open.
 *
 * <p>Reading order. First come the interfaces that the rest of the book uses: {@link
 * insideinformer.client.ListerWatcher}, {@link insideinformer.client.Watch}, {@link
 * insideinformer.client.ResourceClient}, {@link insideinformer.client.Client}. Then comes HTTP: {@link
 * insideinformer.client.RestClient} sends, repeats and cuts off requests. {@code RestResourceClient} makes URLs and
 * queries. {@code ListDecoder} and {@code EventDecoder} decode JSON as it arrives, with {@code ObjectDecoder}. {@code
 * StreamWatch} is a watch. {@code ErrorAnswers} says what a refusal means. {@code DiscoveryClient} asks which kinds
 * there are. The package {@code kubeconfig} says where the server is and who we are.
 *
 * <table>
 * <caption>Threads and locks</caption>
 * <tr><th>thread</th><th>started by</th><th>ends when</th><th>may wait for</th></tr>
 * <tr><td>the caller's</td><td>the caller</td><td>its call returns</td><td>the network, until its context ends; the
 *     pause before a repeated request; in {@code take}, the next event</td></tr>
 * <tr><td>a thread that ends a context or runs a timer</td><td>its owner</td><td>–</td><td>nothing: it closes the
 *     connection, so the reader fails</td></tr>
 * <tr><td>{@code OkHttp …}, {@code Okio Watchdog}</td><td>OkHttp</td><td>idle for a minute</td><td>the network: they
 *     connect, read what arrives over HTTP/2, time reads and drop idle connections</td></tr>
 * </table>
 *
 * <p>A watch needs its reader's thread and a connection. The lock of {@code RestClient} guards the set of open watches
 * and is held only for operations on that set. The reader of a {@code StreamWatch} holds the lock of the watch while it
 * waits for the network, so {@code close} closes the connection before it takes that lock. Under the lock of a {@code
 * StreamWatch}, the locks of a {@code RestClient} and of a context can be taken. No lock is held when a {@code
 * StreamWatch} takes its lock.
 */
@NullMarked
package insideinformer.client;

import org.jspecify.annotations.NullMarked;
