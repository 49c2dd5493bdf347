/** The generator of the book's site. */
@NullMarked
package insideinformer.book;

import org.jspecify.annotations.NullMarked;
