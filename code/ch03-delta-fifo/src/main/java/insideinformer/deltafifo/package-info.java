/** The queue of deltas between the Reflector and the store. */
@NullMarked
package insideinformer.deltafifo;

import org.jspecify.annotations.NullMarked;
