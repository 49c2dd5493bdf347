/** Amounts, lists of amounts, and the evaluators that say what an object costs. */
@NullMarked
package insideinformer.quota;

import org.jspecify.annotations.NullMarked;
