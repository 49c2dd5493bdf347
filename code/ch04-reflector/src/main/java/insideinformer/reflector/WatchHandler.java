package insideinformer.reflector;

import insideinformer.api.ApiException;
import insideinformer.api.GroupVersionKind;
import insideinformer.api.KubernetesObject;
import insideinformer.api.WatchEvent;
import insideinformer.client.Watch;
import insideinformer.store.KeyException;
import insideinformer.store.Keys;
import insideinformer.store.ReflectorStore;
import insideinformer.store.StoreException;
import insideinformer.wait.Clock;
import insideinformer.wait.Context;
import insideinformer.wait.CrashLog;
import java.io.IOException;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads one watch to its end and hands each event to a store. An event that carries something unexpected is logged and
 * skipped. The reading fails only when the server sends an ERROR event, ends the stream at once, or reports a deletion
 * that cannot be decoded.
 *
 * <p>Upstream: {@code tools/cache/reflector.go, handleAnyWatch}.
 */
final class WatchHandler<T extends KubernetesObject> {

    private static final Logger LOG = LoggerFactory.getLogger(Reflector.class);
    private static final Duration VERY_SHORT = Duration.ofSeconds(1);

    /** Follows the reading. Upstream: the callback {@code setLastSyncResourceVersion}. */
    @FunctionalInterface
    interface Progress<T> {
        /**
         * The store was given this event.
         *
         * @return true if the watch is to be left open and read no further now
         */
        boolean handled(WatchEvent<T> event, T object);

        /** The object of this key was added or has changed, and is unread: see the package. */
        default void unread(String key) {}
    }

    private final String name;
    private final String typeDescription;
    private final @Nullable Class<? extends T> expectedType;
    private final Optional<GroupVersionKind> expectedGvk;
    private final Clock clock;

    WatchHandler(
            String name, String typeDescription, @Nullable Class<? extends T> expectedType,
            Optional<GroupVersionKind> expectedGvk, Clock clock) {
        this.name = name;
        this.typeDescription = typeDescription;
        this.expectedType = expectedType;
        this.expectedGvk = expectedGvk;
        this.clock = clock;
    }

    // tag::handle-any-watch[]
    /**
     * Blocks until the stream or the context ends, and closes the watch then. Returns
     * earlier and leaves the watch open when {@code progress} has seen enough.
     *
     * @param start when the watch was asked for, nanos
     * @return whether {@code progress} has seen enough
     * @throws IOException if the server sent a failure, or ended the stream at once
     */
    boolean handleAnyWatch(
            Context context, Watch<T> watch, long start, ReflectorStore<T> store,
            Progress<T> progress) throws IOException, InterruptedException {
        boolean enough = false;
        try (Context.Registration end = context.onDone(watch::close)) {
            enough = read(context, watch, start, store, progress);
            return enough;
        } finally {
            if (!enough) {
                watch.close();
            }
        }
    }
    // end::handle-any-watch[]

    // tag::read[]
    private boolean read(
            Context context, Watch<T> watch, long start, ReflectorStore<T> store,
            Progress<T> progress) throws IOException, InterruptedException {
        int eventCount = 0;
        while (true) {
            Optional<WatchEvent<T>> next = watch.take();
            if (context.isDone()) {
                return false;
            }
            if (next.isEmpty()) {
                return endOfStream(start, eventCount);
            }
            WatchEvent<T> event = next.get();
            failOnError(event);
            T object = objectOf(event, progress);
            if (object == null || !isExpected(event, object)) {
                continue; // its version does not count
            }
            eventCount++;
            handOver(event, object, store);
            if (progress.handled(event, object)) {
                return true;
            }
        }
    }
    // end::read[]

    private boolean endOfStream(long start, int eventCount) throws VeryShortWatchException {
        Duration watchDuration = Duration.ofNanos(clock.nanoTime() - start);
        if (eventCount == 0 && watchDuration.compareTo(VERY_SHORT) < 0) {
            throw new VeryShortWatchException(name);
        }
        return false;
    }

    private static void failOnError(WatchEvent<?> event) throws IOException {
        if (event instanceof WatchEvent.Error<?>(var status)) {
            throw new ApiException(status);
        }
        if (event instanceof WatchEvent.Unknown<?> unknown
                && unknown.type().equals("DELETED") && !unknown.unread().isEmpty()) {
            throw new IOException("a deletion could not be decoded; a list must tell what is gone");
        }
    }

    private @Nullable T objectOf(WatchEvent<T> event, Progress<T> progress) {
        return switch (event) {
            case WatchEvent.Added<T>(T object) -> object;
            case WatchEvent.Modified<T>(T object) -> object;
            case WatchEvent.Deleted<T>(T object) -> object;
            case WatchEvent.Bookmark<T>(T object) -> object;
            case WatchEvent.Unknown<T> unknown -> {
                LOG.error("{}: event {} is skipped: {}", name, unknown.type(), unknown.reason());
                if (!unknown.unread().isEmpty()) {
                    progress.unread(unknown.unread());
                }
                yield unknown.object();
            }
            case WatchEvent.Error<T> error -> null;
        };
    }

    private boolean isExpected(WatchEvent<T> event, T object) {
        String apiVersion = object.apiVersion() == null ? "" : object.apiVersion();
        if (expectedType != null && object.getClass() != expectedType) {
            logSkipped(event, object, expectedType.getSimpleName(), object.getClass().getSimpleName());
            return false;
        }
        if (expectedGvk.isPresent() && !(expectedGvk.get().apiVersion().equals(apiVersion)
                && expectedGvk.get().kind().equals(object.kind()))) {
            logSkipped(event, object, expectedGvk.get().toString(), apiVersion + ", Kind=" + object.kind());
            return false;
        }
        if ("Table".equals(object.kind()) && apiVersion.startsWith("meta.k8s.io/")) {
            logSkipped(event, object, "an object", "a table");
            return false;
        }
        return true;
    }

    private void logSkipped(WatchEvent<T> event, T object, String expected, String actual) {
        LOG.error("{}: {} of {} is skipped: expected {} but got {}",
                name, typeOf(event), keyOf(object), expected, actual);
    }

    // tag::hand-over[]
    /** An event that the store refuses is lost; the next one is read. */
    private void handOver(WatchEvent<T> event, T object, ReflectorStore<T> store) {
        try {
            switch (event) {
                case WatchEvent.Added<T> added -> store.add(object);
                case WatchEvent.Modified<T> modified -> store.update(object);
                case WatchEvent.Deleted<T> deleted -> store.delete(object);
                case WatchEvent.Bookmark<T> bookmark -> {
                    if (store instanceof ReflectorBookmarkStore bookmarks
                            && !versionOf(object).isEmpty()) {
                        bookmarks.bookmark(versionOf(object));
                    }
                }
                case WatchEvent.Error<T> error -> {}
                case WatchEvent.Unknown<T> unknown -> {}
            }
        } catch (StoreException e) {
            logRefused(event, object, e);
        }
    }
    // end::hand-over[]

    private void logRefused(WatchEvent<T> event, T object, StoreException refusal) {
        CrashLog.error(LOG, refusal,
                "{}: the store refused {} of {} {}; this object stays as it was until its next change",
                name, typeOf(event), typeDescription, keyOf(object));
    }

    static String versionOf(KubernetesObject object) {
        String version = object.metadata().resourceVersion();
        return version == null ? "" : version;
    }

    static String keyOf(KubernetesObject object) {
        try {
            return Keys.metaNamespaceKey(object);
        } catch (KeyException e) {
            return "without a key";
        }
    }

    private static String typeOf(WatchEvent<?> event) {
        return event.getClass().getSimpleName().toUpperCase(Locale.ROOT);
    }
}
