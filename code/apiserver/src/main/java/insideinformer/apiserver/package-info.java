/** An API server small enough to read: real HTTP, one revision counter, lists and watches that agree. */
@NullMarked
package insideinformer.apiserver;

import org.jspecify.annotations.NullMarked;
