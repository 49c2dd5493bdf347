/** Stopping and time: the context that ends work, the clock that tests can hold still, the loops built on both. */
@NullMarked
package insideinformer.wait;

import org.jspecify.annotations.NullMarked;
