package insideinformer.store;

import insideinformer.api.ConfigMap;
import insideinformer.api.ObjectMeta;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Config maps for tests, and the usual index functions over them. */
final class Maps {

    private Maps() {}

    static ConfigMap map(String namespace, String name) {
        return new ConfigMap("v1", "ConfigMap", ObjectMeta.named(namespace, name), Map.of(), Map.of());
    }

    static ConfigMap map(String name) {
        return map("", name);
    }

    static ConfigMap labelled(String namespace, String name, Map<String, String> labels) {
        ObjectMeta meta = ObjectMeta.named(namespace, name).withLabels(labels);
        return new ConfigMap("v1", "ConfigMap", meta, Map.of(), Map.of());
    }

    static ConfigMap version(ConfigMap map, String resourceVersion) {
        ObjectMeta meta = map.metadata().withResourceVersion(resourceVersion);
        return new ConfigMap(map.apiVersion(), map.kind(), meta, map.data(), map.unknown());
    }

    /** Stands under each part of the comma list in its label {@code tags}; without that label under nothing. */
    static ConfigMap tagged(String name, String tags) {
        return labelled("", name, Map.of("tags", tags));
    }

    static List<String> tags(ConfigMap map) {
        String tags = map.metadata().labels().get("tags");
        return tags == null ? List.of() : Arrays.asList(tags.split(",", -1));
    }

    static Indexer<ConfigMap> indexerByTags() {
        return Stores.newIndexer(Keys.metaNamespaceKeyFunc(), Map.of("tags", Maps::tags));
    }
}
