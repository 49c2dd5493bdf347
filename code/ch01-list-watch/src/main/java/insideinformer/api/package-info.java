/** API objects, their metadata, and the small types that every request and answer is made of. */
@NullMarked
package insideinformer.api;

import org.jspecify.annotations.NullMarked;
