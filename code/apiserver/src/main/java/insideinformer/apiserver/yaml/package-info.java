/**
 * From the text of manifests to JSON trees, as Kubernetes' own tools read it.
 *
 * <p>In reading order: {@link insideinformer.apiserver.yaml.YamlReader}, a text to its documents; {@link
 * insideinformer.apiserver.yaml.YamlDocument}, a tree and its lines; {@code YamlComposer}, mappings, aliases and merge
 * keys; {@code YamlScalars}, what a plain {@code yes} or {@code 0555} means; {@code JsonComposer}, the same for JSON;
 * {@link insideinformer.apiserver.yaml.YamlException}, what is wrong in which line.
 *
 * <p>There are no threads and no locks: a text is read by the thread that asks.
 */
@NullMarked
package insideinformer.apiserver.yaml;

import org.jspecify.annotations.NullMarked;
