package insideinformer.api;

import org.jspecify.annotations.Nullable;

/**
 * An object that the API server stores. Each kind is a class with the fields that this book reads; all other fields are
 * kept in {@code unknown} and written back as they came. Implementations are immutable.
 *
 * <p>Upstream: {@code metav1.Object} together with {@code runtime.Object}.
 */
public interface KubernetesObject {

    /** Such as {@code v1} or {@code apps/v1}; null if the server left it out, as it does for items of a list. */
    @Nullable String apiVersion();

    /** Such as {@code Pod}; null if the server left it out. */
    @Nullable String kind();

    /** {@link ObjectMeta#EMPTY} if the object has none. */
    ObjectMeta metadata();

    /**
     * The text form of an object, such as {@code Pod lab/ada@5}: its kind, namespace, name and version. It shows
     * nothing else, because text forms end up in logs and the object can be a Secret.
     */
    static String toString(KubernetesObject object) {
        String kind = object.kind();
        return (kind == null ? object.getClass().getSimpleName() : kind) + " " + object.metadata();
    }
}
