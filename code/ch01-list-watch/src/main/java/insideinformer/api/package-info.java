/**
 * What goes over the wire: API objects, their metadata, and the small types that every request and answer is made of.
 *
 * <p>Reading order: {@link insideinformer.api.KubernetesObject} and {@link insideinformer.api.ObjectMeta}, what every
 * object has; {@link insideinformer.api.ConfigMap}, the smallest kind, and {@link insideinformer.api.Unstructured}, any
 * kind; {@link insideinformer.api.RawJson}, how fields that no type models survive; {@link
 * insideinformer.api.ApiResource}, where a kind is served. How JSON becomes objects quickly and small, to be skipped at
 * first: {@link insideinformer.api.Json}, {@code RecordReader}, {@link insideinformer.api.JsonInput}, {@link
 * insideinformer.api.CompactMap}, {@code Shared}. Then how lists and watches are asked for and answered:
 * {@link insideinformer.api.ListOptions}, {@link insideinformer.api.LabelSelector}, {@link
 * insideinformer.api.FieldSelector}, {@link insideinformer.api.KubernetesList}, {@link insideinformer.api.WatchEvent}.
 * Last, what a refusal is: {@link insideinformer.api.Status}, {@link insideinformer.api.ApiException}, {@link
 * insideinformer.api.ApiErrors}.
 *
 * <p>Threads and locks: none. Everything here is immutable, but for a {@code JsonInput}, which is one thread's, and the
 * tables of {@code Shared}, whose races are harmless; objects may be shared by everybody and are.
 */
@NullMarked
package insideinformer.api;

import org.jspecify.annotations.NullMarked;
