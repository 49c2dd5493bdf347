/**
 * From the text of manifests to JSON trees, as Kubernetes' own tools read it.
 *
 * <p>Files in reading order:
 * <ol>
 *   <li>{@link insideinformer.apiserver.yaml.YamlReader}: a text becomes its documents.
 *   <li>{@link insideinformer.apiserver.yaml.YamlDocument}: a tree and its lines.
 *   <li>{@code YamlComposer}: mappings, aliases and merge keys.
 *   <li>{@code YamlScalars}: what a plain {@code yes} or {@code 0555} means.
 *   <li>{@code JsonComposer}: the same for JSON.
 *   <li>{@link insideinformer.apiserver.yaml.YamlException}: what is wrong in which line.
 * </ol>
 *
 * <p>There are no threads and no locks: a text is read by the thread that asks.
 */
@NullMarked
package insideinformer.apiserver.yaml;

import org.jspecify.annotations.NullMarked;
