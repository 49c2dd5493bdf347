package insideinformer.processor;

import insideinformer.api.ConfigMap;
import insideinformer.api.ObjectMeta;
import insideinformer.controller.ResourceEventHandler;
import insideinformer.store.DeletedObject;
import insideinformer.store.DeltaObject;
import insideinformer.wait.Clock;
import java.time.Duration;
import java.util.Map;

/** Objects in namespace {@code n}, notifications of them, and listeners. */
final class Fixtures {

    private Fixtures() {}

    static ConfigMap object(String name, int version) {
        return new ConfigMap(
                "v1", "ConfigMap", ObjectMeta.named("n", name).withResourceVersion(Integer.toString(version)),
                Map.of(), Map.of());
    }

    static Notification<ConfigMap> initialAdd(String name, int version) {
        return new Notification.Add<>(object(name, version), true);
    }

    static Notification<ConfigMap> add(String name, int version) {
        return new Notification.Add<>(object(name, version), false);
    }

    static Notification<ConfigMap> update(String name, int oldVersion, int newVersion) {
        return new Notification.Update<>(object(name, oldVersion), object(name, newVersion));
    }

    static Notification<ConfigMap> resync(String name, int version) {
        ConfigMap object = object(name, version);
        return new Notification.Update<>(object, object);
    }

    static Notification<ConfigMap> delete(String name, int version) {
        return new Notification.Delete<>(DeletedObject.of(new DeltaObject.Live<>(object(name, version))));
    }

    /** A listener without resyncs. */
    static ProcessorListener<ConfigMap> listener(ResourceEventHandler<ConfigMap> handler, Clock clock) {
        return listener(handler, Duration.ZERO, clock);
    }

    static ProcessorListener<ConfigMap> listener(
            ResourceEventHandler<ConfigMap> handler, Duration resyncPeriod, Clock clock) {
        return new ProcessorListener<>(
                handler, ListenerOptions.named("informer", "handler").withResync(resyncPeriod, resyncPeriod), clock);
    }
}
