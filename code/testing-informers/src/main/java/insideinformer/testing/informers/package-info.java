/**
 * A server and a handler for tests of informers, without a network. Each class has one lock, which nobody holds while
 * waiting for anything else, and every thread here is the caller's.
 *
 * <ul>
 * <li>{@link insideinformer.testing.informers.FakeControllerSource} numbers, lists and watches objects of one kind, and
 *     can lose events.
 * <li>{@link insideinformer.testing.informers.FakeCluster} is a client with one such source for each kind.
 * <li>{@link insideinformer.testing.informers.HandlerCalls} records the calls of a handler, and can make them wait.
 * </ul>
 *
 * <p>Upstream: {@code tools/cache/testing}.
 */
@NullMarked
package insideinformer.testing.informers;

import org.jspecify.annotations.NullMarked;
