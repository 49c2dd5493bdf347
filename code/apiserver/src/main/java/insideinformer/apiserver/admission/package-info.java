/** Quota admission: refuses what would not fit, and charges what does. */
@NullMarked
package insideinformer.apiserver.admission;

import org.jspecify.annotations.NullMarked;
