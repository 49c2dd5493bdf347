package insideinformer.reflector;

import insideinformer.api.ApiException;
import insideinformer.api.GroupVersionKind;
import insideinformer.api.KubernetesObject;
import insideinformer.api.WatchEvent;
import insideinformer.client.Watch;
import insideinformer.store.StoreException;
import insideinformer.wait.Clock;
import insideinformer.wait.Context;
import insideinformer.wait.CrashLog;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads one watch to its end and hands each event that carries what is expected to a sink. Nothing that a server sends
 * ends the reading but an ERROR event and the end of the stream.
 *
 * <p>Upstream: {@code tools/cache/reflector.go, handleAnyWatch}.
 */
final class WatchHandler<T extends KubernetesObject> {

    private static final Logger LOG = LoggerFactory.getLogger(Reflector.class);
    private static final Duration VERY_SHORT = Duration.ofSeconds(1);

    /** Takes events, one at a time. */
    @FunctionalInterface
    interface Sink<T> {
        /** @return true if no more events are wanted of this watch now, which then stays open */
        boolean accept(WatchEvent<T> event, T object) throws StoreException;

        /** There is, or has changed, an object that could not be decoded. */
        default void unread(String key) {}
    }

    /** How the reading ended. */
    sealed interface End {

        /** The sink wants no more; the watch is still open. */
        record Satisfied() implements End {}

        /** The server ended the stream, or the context ended. */
        record Closed() implements End {}

        record Failed(Exception failure) implements End {}
    }

    private final String name;
    private final String typeDescription;
    private final @Nullable Class<? extends T> expectedType;
    private final @Nullable GroupVersionKind expectedGvk;
    private final Clock clock;

    WatchHandler(
            String name, String typeDescription, @Nullable Class<? extends T> expectedType,
            @Nullable GroupVersionKind expectedGvk, Clock clock) {
        this.name = name;
        this.typeDescription = typeDescription;
        this.expectedType = expectedType;
        this.expectedGvk = expectedGvk;
        this.clock = clock;
    }

    /**
     * Blocks until the stream ends, the context ends, a resync fails, or the sink wants no more; closes the watch in
     * all cases but the last.
     *
     * @param startNanos when the watch was asked for
     * @param resync whose failure ends the reading; null: none
     */
    End handle(Context context, Watch<T> watch, long startNanos, Sink<T> sink, @Nullable Resync resync)
            throws InterruptedException {
        End end = null;
        try (Context.Registration done = context.onDone(watch::close);
                Context.Registration failed = resync == null ? () -> {} : resync.onFailure(watch::close)) {
            end = read(context, watch, startNanos, sink, resync);
            return end;
        } finally {
            if (!(end instanceof End.Satisfied)) {
                watch.close();
            }
        }
    }

    // tag::read[]
    private End read(
            Context context, Watch<T> watch, long startNanos, Sink<T> sink,
            @Nullable Resync resync) throws InterruptedException {
        boolean anyCounted = false;
        while (true) {
            Optional<WatchEvent<T>> next = watch.take();
            if (context.isDone()) {
                return new End.Closed();
            }
            if (resync != null && resync.failure().isPresent()) {
                return new End.Failed(resync.failure().get());
            }
            if (next.isEmpty()) {
                return endOfStream(startNanos, anyCounted);
            }
            if (next.get() instanceof WatchEvent.Error<T>(var status)) {
                return new End.Failed(new ApiException(status));
            }
            if (isUnreadDeletion(next.get())) {
                return new End.Failed(new IOException(
                        "a deletion could not be decoded; a list must tell what is gone"));
            }
            T object = objectOf(next.get(), sink);
            if (object == null || !isExpected(object)) {
                continue; // logged; it does not count, and its version is not ours
            }
            anyCounted = true;
            if (accept(sink, next.get(), object)) {
                return new End.Satisfied();
            }
        }
    }
    // end::read[]

    private End endOfStream(long startNanos, boolean anyCounted) {
        boolean veryShort = Duration.ofNanos(clock.nanoTime() - startNanos).compareTo(VERY_SHORT) < 0;
        return veryShort && !anyCounted ? new End.Failed(new VeryShortWatchException(name)) : new End.Closed();
    }

    private boolean accept(Sink<T> sink, WatchEvent<T> event, T object) {
        try {
            return sink.accept(event, object);
        } catch (StoreException e) {
            CrashLog.error(LOG, e,
                    "{}: the store refused an event of {}; this object stays as it was until its next change",
                    name, typeDescription);
            return false;
        }
    }

    private boolean isUnreadDeletion(WatchEvent<T> event) {
        return event instanceof WatchEvent.Unknown<T> unknown
                && unknown.type().equals("DELETED") && !unknown.unread().isEmpty();
    }

    private @Nullable T objectOf(WatchEvent<T> event, Sink<T> sink) {
        return switch (event) {
            case WatchEvent.Added<T>(T object) -> object;
            case WatchEvent.Modified<T>(T object) -> object;
            case WatchEvent.Deleted<T>(T object) -> object;
            case WatchEvent.Bookmark<T>(T object) -> object;
            case WatchEvent.Unknown<T> unknown -> {
                LOG.error("{}: event {} is skipped: {}", name, unknown.type(), unknown.reason());
                if (!unknown.unread().isEmpty()) {
                    sink.unread(unknown.unread());
                }
                yield unknown.object();
            }
            case WatchEvent.Error<T> error -> null;
        };
    }

    private boolean isExpected(T object) {
        if (expectedType != null && object.getClass() != expectedType) {
            LOG.error("{}: expected {} but got {}; the event is skipped",
                    name, expectedType.getName(), object.getClass().getName());
            return false;
        }
        String apiVersion = object.apiVersion() == null ? "" : object.apiVersion();
        if (expectedGvk != null
                && !(expectedGvk.apiVersion().equals(apiVersion) && expectedGvk.kind().equals(object.kind()))) {
            LOG.error("{}: expected {} but got {}, Kind={}; the event is skipped", name, expectedGvk, apiVersion,
                    object.kind());
            return false;
        }
        if ("Table".equals(object.kind()) && apiVersion.startsWith("meta.k8s.io/")) {
            LOG.error("{}: got a table in place of an object; the event is skipped", name);
            return false;
        }
        return true;
    }
}
