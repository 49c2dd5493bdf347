package insideinformer.api;

import org.jspecify.annotations.Nullable;

/**
 * Anything the API server stores: a type, metadata, and fields of its own. Implementations are immutable; fields that
 * they do not model are kept in {@code unknown} and written back as they came.
 *
 * <p>Upstream: {@code metav1.Object} together with {@code runtime.Object}.
 */
public interface KubernetesObject {

    /** For example {@code v1} or {@code apps/v1}; null where the server left it out (items of a list). */
    @Nullable String apiVersion();

    /** For example {@code Pod}; null where the server left it out. */
    @Nullable String kind();

    /** Never null; {@link ObjectMeta#EMPTY} if the object has none. */
    ObjectMeta metadata();
}
