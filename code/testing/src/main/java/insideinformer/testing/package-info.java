/**
 * What the tests of every module share and no chapter explains.
 *
 * <ul>
 * <li>{@link insideinformer.testing.Spec} says which row of a catalogue, or which report, a test shows.
 * <li>{@link insideinformer.testing.CapturedLog} tells what was logged, and {@link insideinformer.testing.LiveThreads}
 *     which threads still run.
 * <li>{@link insideinformer.testing.Interleavings}, with {@link insideinformer.testing.PreemptedLocks}, runs a few
 *     threads in every interleaving. </ul>
 */
@NullMarked
package insideinformer.testing;

import org.jspecify.annotations.NullMarked;
