/**
 * A server and a handler for tests of informers, without a network: {@link
 * insideinformer.controller.testing.FakeControllerSource} numbers, lists and watches objects of one kind and can lose
 * what it should have told; {@link insideinformer.controller.testing.EventRecorder} writes down what a handler hears
 * and can be parked inside a call. Each has one lock, which nobody holds while waiting for anything else; every thread
 * here is the caller's.
 *
 * <p>Upstream: {@code tools/cache/testing}.
 */
@NullMarked
package insideinformer.controller.testing;

import org.jspecify.annotations.NullMarked;
