package insideinformer.api;

import org.jspecify.annotations.Nullable;

/**
 * One message of a watch. Immutable. Upstream: {@code apimachinery pkg/watch/watch.go, Event}.
 *
 * @param <T> the type of the objects watched
 */
public sealed interface WatchEvent<T> {

    /** The object was created, or it now matches the selector. */
    record Added<T>(T object) implements WatchEvent<T> {}

    /** The object has changed and still matches the selector. */
    record Modified<T>(T object) implements WatchEvent<T> {}

    /** The object was deleted or no longer matches the selector. Here is its last state, at the version of the end. */
    record Deleted<T>(T object) implements WatchEvent<T> {}

    /** All changes up to this object's resourceVersion have been sent. The object has nothing else of interest. */
    record Bookmark<T>(T object) implements WatchEvent<T> {}

    /** The watch has failed for this reason. No more events will come. */
    record Error<T>(Status status) implements WatchEvent<T> {}

    /**
     * An event that cannot be used. Either its type is unknown, or it has no object, or the object is of another kind,
     * or the object could not be decoded.
     *
     * @param type the type in the event; empty if there is none
     * @param object null unless only the type is unknown
     * @param unread {@code namespace/name} of the object that could not be decoded; empty if there is none
     */
    record Unknown<T>(String type, String reason, @Nullable T object, String unread) implements WatchEvent<T> {

        public Unknown(String type, String reason, @Nullable T object) {
            this(type, reason, object, "");
        }

        /** An event without an object. */
        public Unknown(String type, String reason) {
            this(type, reason, null);
        }
    }
}
