package insideinformer.api;

import org.jspecify.annotations.Nullable;

/**
 * One message of a watch stream; immutable, as its object is. Upstream: {@code apimachinery pkg/watch/watch.go, Event}.
 *
 * @param <T> the type of the objects watched
 */
public sealed interface WatchEvent<T> {

    /** The object appeared, or came to match the selector. */
    record Added<T>(T object) implements WatchEvent<T> {}

    /** The object has changed and still matches the selector. */
    record Modified<T>(T object) implements WatchEvent<T> {}

    /** The object is gone, or no longer matches the selector; its last state, with the version of the deletion. */
    record Deleted<T>(T object) implements WatchEvent<T> {}

    /** Nothing happened up to this object's resourceVersion; it carries nothing else worth reading. */
    record Bookmark<T>(T object) implements WatchEvent<T> {}

    /** The watch has failed, and this is why; no more events are to be expected. */
    record Error<T>(Status status) implements WatchEvent<T> {}

    /**
     * An event of a type that nobody knows, with its object; or one without: there was none, or it is not of the kind
     * watched, or it could not be decoded. Either way: its place in the stream, and what is wrong.
     *
     * @param type as it stands in the event; empty if it says none
     * @param unread {@code namespace/name} of an object of the kind watched that could not be decoded; empty if there
     *     was none
     */
    record Unknown<T>(String type, String reason, @Nullable T object, String unread) implements WatchEvent<T> {

        public Unknown(String type, String reason, @Nullable T object) {
            this(type, reason, object, "");
        }

        /** Without an object that could be used. */
        public Unknown(String type, String reason) {
            this(type, reason, null);
        }
    }
}
