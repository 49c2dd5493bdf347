/**
 * The program that {@code make run} starts: the embedded API server, the controller manager, the manifests of a web shop,
 * and a timeline of what every stage does with one pod.
 */
@NullMarked
package insideinformer.program;

import org.jspecify.annotations.NullMarked;
