package insideinformer.sharedinformer;

import insideinformer.api.ConfigMap;
import insideinformer.api.Namespace;
import insideinformer.api.ObjectMeta;
import insideinformer.testing.informers.FakeControllerSource;
import insideinformer.wait.Clock;
import insideinformer.wait.FakeClock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Objects, a server that has them, and an informer of them. */
final class Fixtures {

    private Fixtures() {}

    /** In namespace {@code n}. */
    static ConfigMap configMap(String name) {
        return new ConfigMap("v1", "ConfigMap", ObjectMeta.named("n", name), Map.of(), Map.of());
    }

    /** In namespace {@code n}, at a version. */
    static ConfigMap object(String name, @Nullable String version) {
        return withMetadata(configMap(name), ObjectMeta.named("n", name).withResourceVersion(version));
    }

    /** In namespace {@code n}, at a version and with a uid. */
    static ConfigMap object(String name, String version, String uid) {
        ObjectMeta meta = new ObjectMeta(
                name, null, "n", uid, version, null, null, null, null,
                Map.of(), Map.of(), List.of(), List.of(), Map.of());
        return withMetadata(configMap(name), meta);
    }

    static Namespace namespace(String name) {
        return new Namespace("v1", "Namespace", ObjectMeta.named("", name), null, Map.of());
    }

    static ConfigMap withMetadata(ConfigMap map, ObjectMeta metadata) {
        return new ConfigMap(map.apiVersion(), map.kind(), metadata, map.data(), map.unknown());
    }

    static FakeControllerSource<ConfigMap> source() {
        return new FakeControllerSource<>(Fixtures::withMetadata);
    }

    /** On a clock that stands still, for tests that need no time to pass. */
    static SharedIndexInformer<ConfigMap> informer(FakeControllerSource<ConfigMap> source, Duration resyncPeriod) {
        return informer(source, resyncPeriod, new FakeClock());
    }

    static SharedIndexInformer<ConfigMap> informer(
            FakeControllerSource<ConfigMap> source, Duration resyncPeriod, Clock clock) {
        return SharedIndexInformer.of(
                source, ConfigMap.class,
                SharedIndexInformerOptions.<ConfigMap>resyncing(resyncPeriod).withClock(clock));
    }
}
