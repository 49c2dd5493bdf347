package insideinformer.conformance.subject;

import insideinformer.api.ApiException;
import insideinformer.api.ConfigMap;
import insideinformer.api.KubernetesList;
import insideinformer.api.ListMeta;
import insideinformer.api.ListOptions;
import insideinformer.api.WatchEvent;
import insideinformer.client.ListerWatcher;
import insideinformer.client.Watch;
import insideinformer.conformance.trace.Difference;
import insideinformer.conformance.trace.TraceJson;
import insideinformer.wait.Context;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A server that answers every list with the one that was set last, and opens a stream for every watch. */
final class SettableSource implements ListerWatcher<ConfigMap> {

    private static final JsonNode UNAVAILABLE =
            Difference.object().put("code", 503).put("reason", "ServiceUnavailable");

    private final Bubble bubble;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private @Nullable KubernetesList<ConfigMap> list; // guarded by lock, as all below
    private int failures; // lists to refuse before the next answer
    private @Nullable ScriptedStream<ConfigMap> newest;
    private int listed; // lists that were read
    private int listedBefore; // the same when the newest stream was opened

    SettableSource(Bubble bubble) {
        this.bubble = bubble;
    }

    @Override
    public boolean supportsWatchList() {
        return false;
    }

    void set(JsonNode args) {
        List<ConfigMap> items = args.path("items").values().stream()
                .map(json -> TraceJson.read(json, ConfigMap.class))
                .toList();
        lock.lock();
        try {
            list = new KubernetesList<>(
                    new ListMeta(TraceJson.text(args, "resourceVersion"), null, null, Map.of()), items);
            failures = args.path("failures").intValue(0);
            changed.signalAll(); // list may wait for the first one
        } finally {
            lock.unlock();
        }
    }

    boolean isSet() {
        lock.lock();
        try {
            return list != null;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public KubernetesList<ConfigMap> list(Context context, ListOptions options)
            throws IOException, InterruptedException {
        bubble.seen();
        lock.lockInterruptibly();
        try (Context.Registration end = context.onDone(this::wake)) {
            while (list == null && !context.isDone()) {
                changed.await();
            }
            if (list == null) {
                throw new IOException("the context ended before there was a list");
            }
            if (failures > 0) {
                failures--;
                throw new ApiException(Failures.status(UNAVAILABLE));
            }
            listed++;
            return list;
        } finally {
            lock.unlock();
        }
    }

    private void wake() {
        lock.lock();
        try {
            changed.signalAll(); // list looks whether the context has ended
        } finally {
            lock.unlock();
        }
    }

    @Override
    public Watch<ConfigMap> watch(Context context, ListOptions options) {
        bubble.seen();
        ScriptedStream<ConfigMap> opened = new ScriptedStream<>();
        lock.lock();
        try {
            newest = opened;
            listedBefore = listed;
            return opened;
        } finally {
            lock.unlock();
        }
    }

    /** How many lists have been read. */
    int listed() {
        lock.lock();
        try {
            return listed;
        } finally {
            lock.unlock();
        }
    }

    /** Whether a stream is open that follows a list read after the first {@code before} lists. */
    boolean watchesSince(int before) {
        lock.lock();
        try {
            return newest != null && newest.isOpen() && listedBefore > before;
        } finally {
            lock.unlock();
        }
    }

    void send(WatchEvent<ConfigMap> event) {
        open().send(event);
    }

    void closeWatch() {
        open().finish();
    }

    private ScriptedStream<ConfigMap> open() {
        lock.lock();
        try {
            if (newest == null || !newest.isOpen()) {
                throw new ScriptedSource.NoOpenWatchException();
            }
            return newest;
        } finally {
            lock.unlock();
        }
    }
}
