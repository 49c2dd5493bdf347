package insideinformer.controller;

import insideinformer.api.KubernetesList;
import insideinformer.api.KubernetesObject;
import insideinformer.api.ListOptions;
import insideinformer.api.WatchEvent;
import insideinformer.client.Watch;
import insideinformer.store.StoreException;
import insideinformer.wait.Cancellable;
import insideinformer.wait.Context;
import insideinformer.wait.Group;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Lists, watches from there, and lists again when the watch ended. */
final class ListThenWatch<T extends KubernetesObject> {

    private static final Logger LOG = LoggerFactory.getLogger(ListThenWatch.class);

    private final Config<T> config;
    private volatile String lastSyncResourceVersion = "";

    ListThenWatch(Config<T> config) {
        this.config = config;
    }

    String lastSyncResourceVersion() {
        return lastSyncResourceVersion;
    }

    void run(Context context) {
        try {
            while (!context.isDone()) {
                try {
                    listAndWatch(context);
                } catch (IOException | StoreException e) {
                    LOG.warn("Listing or watching {} failed; trying again", config.objectDescription(), e);
                }
                context.await(Duration.ofMillis(800), config.clock());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void listAndWatch(Context context) throws IOException, StoreException, InterruptedException {
        KubernetesList<T> list = config.listerWatcher().list(context, ListOptions.EMPTY.withResourceVersion("0"));
        String version = list.metadata().resourceVersion();
        config.queue().replace(list.items(), version == null ? "" : version);
        lastSyncResourceVersion = version == null ? "" : version;
        Group threads = new Group();
        try (Cancellable cycle = context.withCancel();
                Watch<T> watch = config.listerWatcher().watch(context, ListOptions.EMPTY.withResourceVersion(lastSyncResourceVersion))) {
            if (config.fullResyncPeriod().isPositive()) {
                threads.start("resync of " + config.objectDescription(), () -> resync(cycle));
            }
            while (true) {
                Optional<WatchEvent<T>> event = watch.take();
                if (event.isEmpty() || event.get() instanceof WatchEvent.Error) {
                    break;
                }
                apply(event.get());
            }
        }
        threads.awaitAll();
    }

    private void apply(WatchEvent<T> event) throws StoreException {
        switch (event) {
            case WatchEvent.Added<T>(T obj) -> {
                config.queue().add(obj);
                seen(obj);
            }
            case WatchEvent.Modified<T>(T obj) -> {
                config.queue().update(obj);
                seen(obj);
            }
            case WatchEvent.Deleted<T>(T obj) -> {
                config.queue().delete(obj);
                seen(obj);
            }
            case WatchEvent.Bookmark<T>(T obj) -> seen(obj);
            case WatchEvent.Error<T> error -> {}
            case WatchEvent.Unknown<T> unknown -> LOG.warn("Skipping {}", unknown);
        }
    }

    private void seen(T obj) {
        String version = obj.metadata().resourceVersion();
        lastSyncResourceVersion = version == null ? "" : version;
    }

    private void resync(Context cycle) {
        try {
            while (!cycle.await(config.fullResyncPeriod(), config.clock())) {
                if (config.shouldResync().getAsBoolean()) {
                    config.queue().resync();
                }
            }
        } catch (StoreException e) {
            LOG.warn("Resync of {} failed", config.objectDescription(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
