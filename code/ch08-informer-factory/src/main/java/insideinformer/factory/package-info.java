/** One informer for each kind of object, started once and waited for together. */
@NullMarked
package insideinformer.factory;

import org.jspecify.annotations.NullMarked;
