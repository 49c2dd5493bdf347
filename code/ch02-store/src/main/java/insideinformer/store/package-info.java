/** Keys, the store and its indexes. */
@NullMarked
package insideinformer.store;

import org.jspecify.annotations.NullMarked;
