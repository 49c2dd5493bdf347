package insideinformer.store;

import insideinformer.api.KubernetesObject;
import java.util.Optional;

/**
 * A deleted object as a handler gets it: its last state, or a tombstone if nobody saw the last state.
 *
 * <p>Upstream: {@code tools/cache/controller.go, DeletedObject}.
 *
 * @param finalStateUnknown the tombstone; empty if the deletion was seen
 * @param object the last state; with a tombstone, the last one known, if any
 */
public record DeletedObject<T extends KubernetesObject>(
        Optional<DeletedFinalStateUnknown<T>> finalStateUnknown, Optional<T> object) {

    public static <T extends KubernetesObject> DeletedObject<T> of(DeltaObject<T> deleted) {
        return switch (deleted) {
            case DeltaObject.Live<T> live -> new DeletedObject<>(Optional.empty(), live.object());
            case DeletedFinalStateUnknown<T> gone -> new DeletedObject<>(Optional.of(gone), gone.object());
        };
    }

    /** The key of the tombstone, otherwise that of the object. Empty if there is neither. */
    public String key() {
        return finalStateUnknown.map(DeletedFinalStateUnknown::key).orElseGet(() -> objectName().toString());
    }

    /** {@link #key}, split at the first slash. The rest of the key is the name, so this cannot fail. */
    public ObjectName objectName() {
        if (finalStateUnknown.isPresent()) {
            String key = finalStateUnknown.get().key();
            int slash = key.indexOf('/');
            return new ObjectName(key.substring(0, Math.max(slash, 0)), key.substring(slash + 1));
        }
        return object.map(o -> Keys.nameOf(o.metadata())).orElse(new ObjectName("", ""));
    }
}
