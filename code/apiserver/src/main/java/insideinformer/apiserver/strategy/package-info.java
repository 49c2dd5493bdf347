/**
 * What single kinds add to a write: defaults, rules, and how their objects end.
 *
 * <p>Files in reading order:
 * <ol>
 *   <li>{@link insideinformer.apiserver.strategy.Strategy}: what a kind can add; {@link
 *       insideinformer.apiserver.strategy.Strategies}: which kind adds what, and the short strategies.
 *   <li>{@code PodStrategy} with {@code PodTemplates}, {@link insideinformer.apiserver.strategy.PodResize} and {@code
 *       Quantities}, {@code NamespaceStrategy}, {@code ResourceQuotaStrategy}, {@code TemplateSelector}: the longer
 *       strategies.
 *   <li>{@link insideinformer.apiserver.strategy.MetaRules} and {@link insideinformer.apiserver.strategy.Names}: the
 *       rules for metadata, which all kinds share.
 * </ol>
 *
 * <p>There are no threads and no locks here: everything runs on the thread of the request.
 */
@NullMarked
package insideinformer.apiserver.strategy;

import org.jspecify.annotations.NullMarked;
