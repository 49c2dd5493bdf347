package insideinformer.controller;

import insideinformer.api.KubernetesObject;
import insideinformer.api.ObjectMeta;
import insideinformer.store.DeletedFinalStateUnknown;
import insideinformer.store.DeltaObject;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a deletion tells: the object as the server last sent it, or, if the watch missed the moment, a tombstone with the
 * last state known, which may be stale or absent. The key is always there.
 *
 * <p>Name, namespace and key never fail: a key that is no proper key is cut at its first slash.
 *
 * <p>Upstream: {@code tools/cache/controller.go, DeletedObject}.
 *
 * @param object the deleted object; for a tombstone the last one known, if any
 * @param finalStateUnknown the tombstone, if this is one
 */
public record DeletedObject<T extends KubernetesObject>(
        Optional<T> object, Optional<DeletedFinalStateUnknown<T>> finalStateUnknown) {

    public static <T extends KubernetesObject> DeletedObject<T> of(DeltaObject<T> deleted) {
        return switch (deleted) {
            case DeltaObject.Live<T> live -> new DeletedObject<>(live.object(), Optional.empty());
            case DeletedFinalStateUnknown<T> tombstone ->
                new DeletedObject<>(tombstone.object(), Optional.of(tombstone));
        };
    }

    /** As the server sent it. */
    public static <T extends KubernetesObject> DeletedObject<T> of(T deleted) {
        return of(new DeltaObject.Live<>(deleted));
    }

    /** {@code namespace/name}, or the name alone where there is no namespace. */
    public String key() {
        if (finalStateUnknown.isPresent()) {
            return finalStateUnknown.get().key();
        }
        String namespace = namespace();
        return namespace.isEmpty() ? name() : namespace + "/" + name();
    }

    public String namespace() {
        if (finalStateUnknown.isEmpty()) {
            return orEmpty(metadata().namespace());
        }
        String key = finalStateUnknown.get().key();
        return key.substring(0, Math.max(0, key.indexOf('/')));
    }

    public String name() {
        if (finalStateUnknown.isEmpty()) {
            return orEmpty(metadata().name());
        }
        String key = finalStateUnknown.get().key();
        return key.substring(key.indexOf('/') + 1);
    }

    private ObjectMeta metadata() {
        return object.map(KubernetesObject::metadata).orElse(ObjectMeta.EMPTY);
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }
}
