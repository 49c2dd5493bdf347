package insideinformer.reflector;

import insideinformer.api.ApiException;
import insideinformer.api.ConfigMap;
import insideinformer.api.KubernetesList;
import insideinformer.api.KubernetesObject;
import insideinformer.api.ListMeta;
import insideinformer.api.ListOptions;
import insideinformer.api.ObjectMeta;
import insideinformer.api.Status;
import insideinformer.api.StatusCause;
import insideinformer.api.StatusDetails;
import insideinformer.api.WatchEvent;
import insideinformer.client.ListerWatcher;
import insideinformer.client.Watch;
import insideinformer.wait.Context;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A lister and watcher that answers as a test says, call by call, and writes each call into the journal: {@code list 0
 * limit=500}, {@code watch 10}, and {@code stream 10} for a watch with initial events. Behind the end of the script a
 * list waits for the end of its context and a watch stays open and silent; both are told by {@link #awaitEnd}.
 */
final class ScriptedSource implements ListerWatcher<KubernetesObject> {

    /** Answers one list. */
    @FunctionalInterface
    interface ListAnswer {
        KubernetesList<KubernetesObject> give(Context context) throws IOException, InterruptedException;
    }

    /** Answers one watch. */
    @FunctionalInterface
    interface WatchAnswer {
        ScriptedWatch give() throws IOException, InterruptedException;
    }

    volatile boolean supportsWatchList = true;

    private final Journal journal;
    private final Deque<ListAnswer> lists = new ArrayDeque<>();
    private final Deque<WatchAnswer> watches = new ArrayDeque<>();
    private final List<ListOptions> watchOptions = new CopyOnWriteArrayList<>();
    private final List<ScriptedWatch> opened = new CopyOnWriteArrayList<>();
    private final CountDownLatch end = new CountDownLatch(1);

    ScriptedSource(Journal journal) {
        this.journal = journal;
    }

    ScriptedSource thenList(ListAnswer answer) {
        lists.add(answer);
        return this;
    }

    ScriptedSource thenList(String version, KubernetesObject... items) {
        return thenPage(version, "", items);
    }

    ScriptedSource thenPage(String version, String token, KubernetesObject... items) {
        ListMeta metadata = new ListMeta(version, token.isEmpty() ? null : token, null, Map.of());
        return thenList(context -> new KubernetesList<>(metadata, Arrays.asList(items)));
    }

    ScriptedSource thenListFails(IOException error) {
        return thenList(context -> {
            throw error;
        });
    }

    ScriptedSource thenWatch(WatchAnswer answer) {
        watches.add(answer);
        return this;
    }

    /** The next watch sends these and is then ended by the server. A Runnable among them is run instead of sent. */
    ScriptedSource thenWatch(Object... steps) {
        return thenWatch(() -> {
            ScriptedWatch watch = new ScriptedWatch();
            Arrays.stream(steps).forEach(watch::send);
            watch.end();
            return watch;
        });
    }

    /** The next watch sends these and stays open; the script counts as used up once they have been read. */
    ScriptedSource thenOpenWatch(Object... steps) {
        return thenWatch(() -> {
            ScriptedWatch watch = new ScriptedWatch();
            Arrays.stream(steps).forEach(watch::send);
            watch.send((Runnable) end::countDown);
            return watch;
        });
    }

    ScriptedSource thenWatchFails(IOException error) {
        return thenWatch(() -> {
            throw error;
        });
    }

    @Override
    public KubernetesList<KubernetesObject> list(Context context, ListOptions options)
            throws IOException, InterruptedException {
        journal.add(("list " + options.resourceVersion() + (options.limit() == 0 ? "" : " limit=" + options.limit())
                + (options.continueToken().isEmpty() ? "" : " continue=" + options.continueToken())).stripTrailing());
        ListAnswer answer = lists.poll();
        if (answer == null) {
            end.countDown();
            context.await();
            throw new IOException("the context has ended");
        }
        return answer.give(context);
    }

    @Override
    public Watch<KubernetesObject> watch(Context context, ListOptions options)
            throws IOException, InterruptedException {
        String kind = Boolean.TRUE.equals(options.sendInitialEvents()) ? "stream " : "watch ";
        journal.add((kind + options.resourceVersion()).stripTrailing());
        watchOptions.add(options);
        WatchAnswer answer = watches.poll();
        if (answer == null) {
            end.countDown();
        }
        ScriptedWatch watch = answer == null ? new ScriptedWatch() : answer.give();
        opened.add(watch);
        return watch;
    }

    @Override
    public boolean supportsWatchList() {
        return supportsWatchList;
    }

    /** Waits until a call has gone beyond the script. */
    void awaitEnd() throws InterruptedException {
        end.await();
    }

    /** The options of all watches so far. */
    List<ListOptions> watchOptions() {
        return List.copyOf(watchOptions);
    }

    /** All watches opened so far. */
    List<ScriptedWatch> opened() {
        return List.copyOf(opened);
    }

    /** A watch that hands out what a test sends. */
    static final class ScriptedWatch implements Watch<KubernetesObject> {

        private final LinkedBlockingDeque<Optional<Object>> steps = new LinkedBlockingDeque<>();
        final AtomicInteger taken = new AtomicInteger();
        final AtomicInteger closings = new AtomicInteger();
        volatile boolean takenAfterClose;
        volatile Runnable onClose = () -> {};

        void send(Object step) {
            steps.add(Optional.of(step));
        }

        void end() {
            steps.add(Optional.empty());
        }

        @Override
        @SuppressWarnings("unchecked")
        public Optional<WatchEvent<KubernetesObject>> take() throws InterruptedException {
            takenAfterClose |= closings.get() > 0;
            while (true) {
                Optional<Object> step = steps.take();
                if (step.isEmpty()) {
                    steps.addFirst(step); // and ended it stays
                    return Optional.empty();
                }
                if (step.get() instanceof Runnable action) {
                    action.run();
                    continue;
                }
                taken.incrementAndGet();
                return Optional.of((WatchEvent<KubernetesObject>) step.get());
            }
        }

        @Override
        public void close() {
            onClose.run();
            closings.incrementAndGet();
            steps.addFirst(Optional.empty());
        }
    }

    static ConfigMap configMap(String name, String version) {
        return new ConfigMap("v1", "ConfigMap", ObjectMeta.named("lab", name).withResourceVersion(version), Map.of(),
                Map.of());
    }

    static WatchEvent<KubernetesObject> added(String name, String version) {
        return new WatchEvent.Added<>(configMap(name, version));
    }

    static WatchEvent<KubernetesObject> modified(String name, String version) {
        return new WatchEvent.Modified<>(configMap(name, version));
    }

    static WatchEvent<KubernetesObject> deleted(String name, String version) {
        return new WatchEvent.Deleted<>(configMap(name, version));
    }

    static WatchEvent<KubernetesObject> bookmark(String version) {
        return new WatchEvent.Bookmark<>(new ConfigMap(
                "v1", "ConfigMap", ObjectMeta.EMPTY.withResourceVersion(version), Map.of(), Map.of()));
    }

    /** A bookmark with the mark behind the initial events, if {@code value} is {@code true}. */
    static WatchEvent<KubernetesObject> marked(String version, String value) {
        ObjectMeta metadata = new ObjectMeta(
                null, null, null, null, version, null, null, null, null, Map.of(),
                Map.of("k8s.io/initial-events-end", value), List.of(), List.of(), Map.of());
        return new WatchEvent.Bookmark<>(new ConfigMap("v1", "ConfigMap", metadata, Map.of(), Map.of()));
    }

    static WatchEvent<KubernetesObject> error(int code, String reason) {
        return new WatchEvent.Error<>(status(code, reason).status());
    }

    static ApiException status(int code, String reason, StatusCause... causes) {
        StatusDetails details = new StatusDetails(null, null, null, null, new ArrayList<>(Arrays.asList(causes)), null,
                Map.of());
        return new ApiException(new Status(
                "v1", "Status", null, "Failure", "refused: " + reason, reason, details, code, Map.of()));
    }

    static StatusCause cause(String reason, String message) {
        return new StatusCause(reason, message, null, Map.of());
    }
}
