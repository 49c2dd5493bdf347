package insideinformer.sharedinformer;

import insideinformer.api.ConfigMap;
import insideinformer.api.KubernetesList;
import insideinformer.api.ListOptions;
import insideinformer.client.ListerWatcher;
import insideinformer.client.Watch;
import insideinformer.processor.ResourceEventHandlerRegistration;
import insideinformer.testing.informers.FakeControllerSource;
import insideinformer.wait.Context;
import insideinformer.wait.FakeClock;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A server, an informer of it, and a clock that the test moves. Closing stops the informer. */
final class Rig implements AutoCloseable {

    final FakeClock clock = new FakeClock();
    final FakeControllerSource<ConfigMap> source = Fixtures.source();
    final SharedIndexInformer<ConfigMap> informer;
    final Set<String> unreadable = ConcurrentHashMap.newKeySet(); // keys of objects that no list can decode
    private @Nullable RunningInformer running;

    /** @param resyncPeriod the informer's; zero: none */
    Rig(Duration resyncPeriod) {
        this(SharedIndexInformerOptions.resyncing(resyncPeriod));
    }

    Rig(SharedIndexInformerOptions<ConfigMap> options) {
        informer = SharedIndexInformer.of(new ListerWatcher<>() {
            @Override
            public KubernetesList<ConfigMap> list(Context context, ListOptions how)
                    throws IOException, InterruptedException {
                return withoutUnreadable(source.list(context, how));
            }

            @Override
            public Watch<ConfigMap> watch(Context context, ListOptions how) throws IOException, InterruptedException {
                return source.watch(context, how);
            }

            @Override
            public boolean supportsWatchList() {
                return source.supportsWatchList();
            }
        }, ConfigMap.class, options.withClock(clock));
    }

    private KubernetesList<ConfigMap> withoutUnreadable(KubernetesList<ConfigMap> list) {
        Map<Boolean, List<ConfigMap>> items = list.items().stream().collect(Collectors.partitioningBy(
                item -> unreadable.contains("n/" + item.metadata().name())));
        return new KubernetesList<>(list.metadata(), items.get(false), items.get(true).stream()
                .map(item -> "n/" + item.metadata().name()).collect(Collectors.toSet()));
    }

    /** A server that has these objects from the beginning, with versions 1, 2, 3… */
    static Rig with(Duration resyncPeriod, String... names) {
        Rig rig = new Rig(resyncPeriod);
        for (String name : names) {
            rig.source.add(Fixtures.configMap(name));
        }
        return rig;
    }

    RecordingHandler<ConfigMap> addHandler() {
        RecordingHandler<ConfigMap> recorder = new RecordingHandler<>();
        informer.addEventHandler(recorder);
        return recorder;
    }

    RecordingHandler<ConfigMap> addHandler(Duration resyncPeriod) {
        RecordingHandler<ConfigMap> recorder = new RecordingHandler<>();
        informer.addEventHandlerWithResyncPeriod(recorder, resyncPeriod);
        return recorder;
    }

    /** Starts the informer and waits until it watches. */
    RunningInformer run() throws Exception {
        RunningInformer started = start();
        source.awaitWatchCalls(1);
        return started;
    }

    /** Starts the informer and waits for nothing. */
    RunningInformer start() {
        RunningInformer started = RunningInformer.start(informer);
        running = started;
        return started;
    }

    /** Starts the informer and waits until it is synced. */
    RunningInformer runUntilSynced() throws Exception {
        RunningInformer started = run();
        awaitSynced();
        return started;
    }

    void awaitSynced() throws Exception {
        informer.hasSyncedChecker().done().await();
    }

    static void awaitSynced(ResourceEventHandlerRegistration registration) throws Exception {
        registration.hasSyncedChecker().done().await();
    }

    /** Moves time by one check period and waits until the informer has checked and waits for the next check. */
    void check(Duration checkPeriod) throws Exception {
        clock.awaitWaiters(1);
        clock.step(checkPeriod);
        clock.awaitWaiters(1);
    }

    /** Makes the informer list again and watch from there. Less than 5 s pass. */
    void relist() throws Exception {
        int before = source.watchCalls();
        source.expireWatches();
        source.awaitWatchesClosed();
        Instant limit = clock.now().plusSeconds(5);
        while (source.watchCalls() == before) {
            clock.nextTimer().filter(due -> due.isBefore(limit)) // the pause before the list, and no resync
                    .ifPresent(due -> clock.step(Duration.between(clock.now(), due)));
            Thread.yield();
        }
    }

    /** Adds one more object and waits for it. By then the handlers were told everything that came before. */
    void flush(RecordingHandler<?>... handlers) throws Exception {
        ConfigMap last = source.add(Fixtures.configMap("last"));
        String line = "add n/last@" + last.metadata().resourceVersion();
        for (RecordingHandler<?> handler : handlers) {
            handler.awaitEvent(line);
        }
    }

    static List<String> withoutLast(RecordingHandler<?> handler) {
        return handler.events().stream().filter(line -> !line.startsWith("add n/last@")).toList();
    }

    @Override
    public void close() throws Exception {
        if (running != null) {
            running.close();
        }
    }
}
