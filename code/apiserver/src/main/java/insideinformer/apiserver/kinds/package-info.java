/**
 * Which kinds of objects the server serves, and where kinds differ.
 *
 * <p>Files in reading order:
 * <ol>
 *   <li>{@link insideinformer.apiserver.kinds.ResourceType}: one kind.
 *   <li>{@code BuiltInTypes}: those that the server knows from the start.
 *   <li>{@link insideinformer.apiserver.kinds.ServedTypes}: those that it serves at the moment.
 * </ol>
 *
 * <p>Kinds never change. {@code ServedTypes} is the only class here that threads share, and it needs no lock, because
 * its list is replaced as a whole.
 */
@NullMarked
package insideinformer.apiserver.kinds;

import org.jspecify.annotations.NullMarked;
