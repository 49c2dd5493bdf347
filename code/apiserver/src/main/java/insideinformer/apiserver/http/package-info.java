/**
 * One HTTP request and its answer, so that the other packages need not know the HTTP library.
 *
 * <p>Files in reading order:
 * <ol>
 *   <li>{@link insideinformer.apiserver.http.HttpExchange}: request and answer.
 *   <li>{@link insideinformer.apiserver.http.RequestPath}: what a path addresses.
 *   <li>{@link insideinformer.apiserver.http.Query}: the parameters behind it.
 *   <li>{@link insideinformer.apiserver.http.RequestTimeout}: how long a request may take.
 * </ol>
 *
 * <p>No thread is started here. The thread of the request works on an exchange; the HTTP library's threads only tell it
 * that the client has gone. The lock of an exchange decides who reads from the connection: the exchange, which waits
 * for its end, or the library, which waits for the next request.
 */
@NullMarked
package insideinformer.apiserver.http;

import org.jspecify.annotations.NullMarked;
