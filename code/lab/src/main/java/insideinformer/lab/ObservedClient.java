package insideinformer.lab;

import insideinformer.api.ApiErrors;
import insideinformer.api.ApiResource;
import insideinformer.api.KubernetesList;
import insideinformer.api.KubernetesObject;
import insideinformer.api.ListOptions;
import insideinformer.api.ResourceQuota;
import insideinformer.api.WatchEvent;
import insideinformer.client.Client;
import insideinformer.client.DiscoveredResource;
import insideinformer.client.ResourceClient;
import insideinformer.client.Watch;
import insideinformer.wait.Context;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Passes every call on and watches what a controller reads and writes. The observer hears of a written status
 * after the server has answered, because the server can refuse it.
 */
public final class ObservedClient implements Client {

    private final Client client;
    private final Observer observer;
    private final AtomicInteger untold = new AtomicInteger(); // statuses being written

    public ObservedClient(Client client, Observer observer) {
        this.client = client;
        this.observer = observer;
    }

    @Override
    public <T extends KubernetesObject> ResourceClient<T> resource(ApiResource<T> resource) {
        return new Observed<>(client.resource(resource), observer, untold);
    }

    /** Whether the observer has heard of every status that was sent. */
    public boolean hasToldAll() {
        return untold.get() == 0;
    }

    @Override
    public List<DiscoveredResource> serverPreferredResources(Context context) throws IOException, InterruptedException {
        return client.serverPreferredResources(context);
    }

    @Override
    public void close() {
        client.close();
    }

    private record Observed<T extends KubernetesObject>(ResourceClient<T> client, Observer observer,
            AtomicInteger untold) implements ResourceClient<T> {

        @Override
        public ApiResource<T> resource() {
            return client.resource();
        }

        @Override
        public ResourceClient<T> inNamespace(String namespace) {
            return new Observed<>(client.inNamespace(namespace), observer, untold);
        }

        @Override
        public KubernetesList<T> list(Context context, ListOptions options) throws IOException, InterruptedException {
            KubernetesList<T> list = client.list(context, options);
            list.items().forEach(item -> observer.seen(Sighting.of(Stage.REFLECTOR, item, "reads the list: "
                    + Sighting.show(item))));
            return list;
        }

        @Override
        public Watch<T> watch(Context context, ListOptions options) throws IOException, InterruptedException {
            return new ObservedWatch<>(client.watch(context, options), observer);
        }

        @Override
        public T get(Context context, String name) throws IOException, InterruptedException {
            return client.get(context, name);
        }

        @Override
        public T create(Context context, T object) throws IOException, InterruptedException {
            return client.create(context, object);
        }

        @Override
        public T update(Context context, T object) throws IOException, InterruptedException {
            return client.update(context, object);
        }

        @Override
        public T updateStatus(Context context, T object) throws IOException, InterruptedException {
            untold.incrementAndGet();
            try {
                T written = client.updateStatus(context, object);
                see(object, object instanceof ResourceQuota quota && quota.status() != null
                        ? "wrote the status: used " + new TreeMap<>(quota.status().used())
                        : "wrote the status");
                return written;
            } catch (IOException e) {
                see(object, ApiErrors.isConflict(e)
                        ? "was refused: conflict; it counts again"
                        : "could not write the status: " + e.getMessage());
                throw e;
            } finally {
                untold.decrementAndGet();
            }
        }

        private void see(T object, String text) {
            observer.seen(Sighting.of(Stage.QUOTA_CONTROLLER, object, text));
        }

        @Override
        public void delete(Context context, String name) throws IOException, InterruptedException {
            client.delete(context, name);
        }
    }

    private record ObservedWatch<T extends KubernetesObject>(Watch<T> watch, Observer observer) implements Watch<T> {

        @Override
        public Optional<WatchEvent<T>> take() throws InterruptedException {
            Optional<WatchEvent<T>> event = watch.take();
            event.ifPresent(this::see);
            return event;
        }

        private void see(WatchEvent<T> event) {
            switch (event) {
                case WatchEvent.Added<T> added -> see("ADDED", added.object());
                case WatchEvent.Modified<T> modified -> see("MODIFIED", modified.object());
                case WatchEvent.Deleted<T> deleted -> see("DELETED", deleted.object());
                case WatchEvent.Bookmark<T> bookmark -> {}
                case WatchEvent.Error<T> error -> {}
                case WatchEvent.Unknown<T> unknown -> {}
            }
        }

        private void see(String type, T object) {
            observer.seen(Sighting.of(Stage.REFLECTOR, object, "hears " + type + " " + Sighting.show(object)));
        }

        @Override
        public void close() {
            watch.close();
        }
    }
}
