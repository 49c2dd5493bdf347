/**
 * What goes over the wire: API objects, their metadata, and the small types that every request and answer is made of.
 *
 * <p>Reading order: {@link insideinformer.api.KubernetesObject} and {@link insideinformer.api.ObjectMeta}, what every
 * object has; {@link insideinformer.api.ConfigMap}, the smallest kind, and {@link insideinformer.api.Unstructured}, any
 * kind ({@link insideinformer.api.Pod} and the others can wait for the quotas); {@link insideinformer.api.RawJson}, how
 * fields that no type models survive; {@link insideinformer.api.ApiResource}, where a kind is served. How JSON becomes
 * objects quickly and small, to be skipped at first: {@link insideinformer.api.Json}, {@code RecordReader}, {@link
 * insideinformer.api.JsonInput}, {@link insideinformer.api.CompactMap}, {@code Shared}. Then how lists and watches are
 * asked for and answered: {@link insideinformer.api.ListOptions}, {@link insideinformer.api.LabelSelector}, {@link
 * insideinformer.api.FieldSelector}, {@link insideinformer.api.KubernetesList}, {@link insideinformer.api.WatchEvent};
 * {@link insideinformer.api.ObjectLabelSelector} is a selector inside an object.
 * Last, what a refusal is: {@link insideinformer.api.Status}, {@link insideinformer.api.ApiException}, {@link
 * insideinformer.api.ApiErrors}.
 *
 * <p>What holds for every part of an object. It has the fields that this book reads; all others are kept in {@code
 * unknown}. A component is null where the JSON says nothing of it; lists and maps are empty then unless their type says
 * otherwise, and a constructor takes null for them. A null inside one is a {@link java.lang.NullPointerException} in
 * Java and does not decode. Units: amounts are quantity texts such as {@code 250m} or {@code 1Gi}; resource versions
 * are opaque texts, not to be computed with; what counts seconds says so in its name. {@code corev1} is upstream's
 * {@code k8s.io/api/core/v1/types.go}, {@code metav1} {@code apimachinery pkg/apis/meta/v1/types.go}, {@code schema}
 * {@code apimachinery pkg/runtime/schema}.
 *
 * <p>Threads and locks: none. Everything here is immutable, but for a {@code JsonInput}, which is one thread's, and the
 * tables of {@code Shared}, whose races are harmless; objects may be shared by everybody and are.
 */
@NullMarked
package insideinformer.api;

import org.jspecify.annotations.NullMarked;
