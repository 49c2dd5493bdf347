/** What the tests of every module share and no chapter explains. */
@NullMarked
package insideinformer.testing;

import org.jspecify.annotations.NullMarked;
