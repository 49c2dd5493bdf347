/**
 * What goes over the wire: API objects, their metadata, and the small types that every request and answer is made of.
 *
 * <p>Reading order: {@link insideinformer.api.KubernetesObject} and {@link insideinformer.api.ObjectMeta}, what every
 * object has; {@link insideinformer.api.ConfigMap}, the smallest kind; {@link insideinformer.api.Unstructured}, an
 * object of any kind; {@link insideinformer.api.ApiResource}, where a kind is served. {@link insideinformer.api.Pod}
 * and the other kinds can wait until the quotas need them. Then how lists and watches are asked for and answered:
 * {@link insideinformer.api.ListOptions}, {@link insideinformer.api.KubernetesList}, {@link
 * insideinformer.api.WatchEvent}. Last, what a refusal is: {@link insideinformer.api.Status}, {@link
 * insideinformer.api.ApiException}, {@link insideinformer.api.ApiErrors}.
 *
 * <p>Every part of an object has the fields that this book reads; all other fields are kept in {@code unknown}. A
 * component that the JSON does not mention is null; a list or a map is empty instead, and constructors also take null
 * for them. A null in a list or a map of texts is read as an empty text, as in Go. Any other null in a list or a map
 * does not decode, and in Java it is a {@link java.lang.NullPointerException}. Amounts are quantity texts such as
 * {@code 250m} or {@code 1Gi}. Resource versions are opaque texts; do not compute with them. A component that counts
 * seconds says so in its name. {@code corev1} is upstream's {@code k8s.io/api/core/v1/types.go}, {@code metav1} {@code
 * apimachinery pkg/apis/meta/v1/types.go}, {@code schema} {@code apimachinery pkg/runtime/schema}.
 *
 * <p>Threads and locks: none. Everything here is immutable, so all threads can share all objects, and they do.
 */
@NullMarked
package insideinformer.api;

import org.jspecify.annotations.NullMarked;
