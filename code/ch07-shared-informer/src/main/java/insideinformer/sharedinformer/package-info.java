/** One list and watch, one store, many handlers. */
@NullMarked
package insideinformer.sharedinformer;

import org.jspecify.annotations.NullMarked;
