package insideinformer.store;

import insideinformer.api.KubernetesObject;
import java.util.Optional;

/**
 * An object that is gone: as a tombstone where its last state was missed, as itself where it was seen.
 *
 * <p>Upstream: {@code tools/cache/controller.go, DeletedObject}.
 *
 * @param finalStateUnknown the tombstone; empty if the deletion was seen
 * @param object the last state, or of a tombstone the last one known, if any
 */
public record DeletedObject<T extends KubernetesObject>(
        Optional<DeletedFinalStateUnknown<T>> finalStateUnknown, Optional<T> object) {

    public static <T extends KubernetesObject> DeletedObject<T> of(DeltaObject<T> deleted) {
        return switch (deleted) {
            case DeltaObject.Live<T> live -> new DeletedObject<>(Optional.empty(), live.object());
            case DeletedFinalStateUnknown<T> gone -> new DeletedObject<>(Optional.of(gone), gone.object());
        };
    }

    /** The tombstone's key, else the object's; empty if there is neither. */
    public String key() {
        return finalStateUnknown.map(DeletedFinalStateUnknown::key).orElseGet(() -> objectName().toString());
    }

    /** As {@link #key}, parted at the first slash: all else in the key belongs to the name, so this cannot fail. */
    public ObjectName objectName() {
        if (finalStateUnknown.isPresent()) {
            String key = finalStateUnknown.get().key();
            int slash = key.indexOf('/');
            return new ObjectName(key.substring(0, Math.max(slash, 0)), key.substring(slash + 1));
        }
        return object.map(o -> Keys.nameOf(o.metadata())).orElse(new ObjectName("", ""));
    }
}
