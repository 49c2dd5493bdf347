package insideinformer.controller;

import insideinformer.api.ConfigMap;
import insideinformer.api.ObjectMeta;
import insideinformer.testing.informers.FakeControllerSource;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Config maps in namespace {@code n}, and a server of them. */
final class TestObjects {

    private TestObjects() {}

    static ConfigMap configMap(String name) {
        return configMap(name, null);
    }

    static ConfigMap configMap(String name, @Nullable String version) {
        return new ConfigMap(
                "v1", "ConfigMap", ObjectMeta.named("n", name).withResourceVersion(version), Map.of(), Map.of());
    }

    static FakeControllerSource<ConfigMap> source() {
        return new FakeControllerSource<>(
                (map, meta) -> new ConfigMap(map.apiVersion(), map.kind(), meta, map.data(), map.unknown()));
    }
}
