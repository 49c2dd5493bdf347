/**
 * Watching a running pipeline from outside: through the client it is given, the queues its informers are made with, a
 * handler beside the others, and the server's admission. The machinery itself knows nothing of it.
 */
@NullMarked
package insideinformer.lab;

import org.jspecify.annotations.NullMarked;
