/**
 * Talking to an API server: one request at a time, whole lists, and watches that stay open.
 *
 * <p>Reading order. The seams that the rest of the book stands on: {@link insideinformer.client.ListerWatcher}, {@link
 * insideinformer.client.Watch}, {@link insideinformer.client.ResourceClient}, {@link insideinformer.client.Client}.
 * Then how they are served over HTTP: {@link insideinformer.client.RestClient} (sending, repeating, cutting off),
 * {@code RestResourceClient} (URLs and queries), {@code ListDecoder} and {@code EventDecoder} (JSON as it arrives, over
 * {@code ObjectDecoder}), {@code StreamWatch} (a watch's life), {@code ErrorAnswers} (what a refusal means), {@code
 * Discovery}. The package {@code kubeconfig} below says where the server is and who we are to it.
 *
 * <table>
 * <caption>Threads and locks</caption>
 * <tr><th>thread</th><th>started by</th><th>ends when</th><th>may wait for</th></tr>
 * <tr><td>the caller's</td><td>the caller</td><td>its call returns</td><td>the network, until its context ends; the
 *     pause before a repeated request; in {@code take}, the next event</td></tr>
 * <tr><td>whoever ends a context or fires a clock's timer</td><td>its owner</td><td>–</td><td>nothing: it closes the
 *     connection, and the reader fails</td></tr>
 * <tr><td>{@code OkHttp …}, {@code Okio Watchdog}</td><td>OkHttp</td><td>idle for a minute</td><td>the network: they
 *     connect, read what arrives over HTTP/2, time reads and drop idle connections</td></tr>
 * </table>
 *
 * <p>A watch costs its reader's thread and a connection. {@code RestClient}'s lock guards the set of open watches and
 * is held for set operations only. {@code StreamWatch}'s lock is held by the reader while it waits for the network,
 * and {@code close} closes the connection before it asks for that lock. {@code RestClient}'s and a context's
 * may be taken under {@code StreamWatch}'s; that one is taken under no other.
 */
@NullMarked
package insideinformer.client;

import org.jspecify.annotations.NullMarked;
