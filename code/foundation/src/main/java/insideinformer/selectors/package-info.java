/**
 * Which objects a request is about: selectors over labels and over fields, in their text form and inside objects.
 * Servers, clients and listers all use them.
 *
 * <p>Reading order: {@link insideinformer.selectors.LabelSelector} with {@code LabelSelectorParser}, {@link
 * insideinformer.selectors.FieldSelector}, {@link insideinformer.selectors.InvalidSelectorException}, and last {@link
 * insideinformer.selectors.ObjectLabelSelector}, the selector that a Deployment or a PodDisruptionBudget holds.
 *
 * <p>Threads and locks: none. Everything is immutable.
 */
@NullMarked
package insideinformer.selectors;

import org.jspecify.annotations.NullMarked;
