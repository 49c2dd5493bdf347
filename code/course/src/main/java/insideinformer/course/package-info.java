/** x */
@NullMarked
package insideinformer.course;

import org.jspecify.annotations.NullMarked;
