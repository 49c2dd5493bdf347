/** Compares the port with the real client-go: traces, their replay, and the seeded search for differences. */
@NullMarked
package insideinformer.conformance;

import org.jspecify.annotations.NullMarked;
