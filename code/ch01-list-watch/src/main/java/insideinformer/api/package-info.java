/**
 * What goes over the wire: API objects, their metadata, and the small types that every request and answer is made of.
 *
 * <p>Reading order: {@link insideinformer.api.KubernetesObject} and {@link insideinformer.api.ObjectMeta}, what every
 * object has; {@link insideinformer.api.ConfigMap}, the smallest kind; {@link insideinformer.api.Unstructured}, an object
 * of any kind ({@link insideinformer.api.Pod} and the other kinds can wait until the quotas need them); {@link
 * insideinformer.api.ApiResource}, where a kind is served. Then how lists and watches are asked for and answered: {@link
 * insideinformer.api.ListOptions}, {@link insideinformer.api.KubernetesList}, {@link insideinformer.api.WatchEvent}.
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
 * <p>Threads and locks: none. Everything here is immutable, so all threads can share all objects, and they do.
 */
@NullMarked
package insideinformer.api;

import org.jspecify.annotations.NullMarked;
