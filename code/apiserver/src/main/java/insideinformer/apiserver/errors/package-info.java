/**
 * The refusals that clients of an API server know, each with its code, reason, message and details.
 *
 * <p>Files in reading order:
 * <ol>
 *   <li>{@link insideinformer.apiserver.errors.Errors}: one refusal a method.
 *   <li>{@link insideinformer.apiserver.errors.FieldErrors}: everything that is wrong with one object.
 * </ol>
 *
 * <p>There are no threads and no locks here: everything runs on the thread of the request.
 */
@NullMarked
package insideinformer.apiserver.errors;

import org.jspecify.annotations.NullMarked;
