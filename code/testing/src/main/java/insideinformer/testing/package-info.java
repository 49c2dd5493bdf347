/**
 * What the tests of every module share and no chapter explains.
 *
 * <p>{@link insideinformer.testing.Spec} says which row of a catalogue, or which report, a test shows; {@link
 * insideinformer.testing.CapturedLog} and {@link insideinformer.testing.LiveThreads}, what was logged and who still
 * runs; {@link insideinformer.testing.Interleavings}, together with {@link insideinformer.testing.PreemptedLocks}, lets
 * a few threads meet in every way there is, and always in the same order.
 */
@NullMarked
package insideinformer.testing;

import org.jspecify.annotations.NullMarked;
