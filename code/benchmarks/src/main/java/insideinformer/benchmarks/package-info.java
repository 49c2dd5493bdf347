/**
 * What the informer costs, beside those of others.
 */
@NullMarked
package insideinformer.benchmarks;

import org.jspecify.annotations.NullMarked;
