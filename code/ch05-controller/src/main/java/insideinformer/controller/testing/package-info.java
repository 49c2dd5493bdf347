/** A server and a handler for tests of informers, without a network. Upstream: {@code tools/cache/testing}. */
@NullMarked
package insideinformer.controller.testing;

import org.jspecify.annotations.NullMarked;
