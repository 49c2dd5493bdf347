package insideinformer.api;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import insideinformer.json.CompactMap;
import insideinformer.json.RawJson;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Settings: texts by name. Upstream: {@code corev1.ConfigMap}. */
public record ConfigMap(
        @Nullable String apiVersion,
        @Nullable String kind,
        ObjectMeta metadata,
        Map<String, String> data,
        @JsonAnySetter @JsonAnyGetter Map<String, RawJson> unknown) implements KubernetesObject {

    public ConfigMap {
        metadata = metadata == null ? ObjectMeta.EMPTY : metadata;
        data = CompactMap.copyOf(data);
        unknown = CompactMap.copyOf(unknown);
    }

    public ConfigMap withMetadata(ObjectMeta newMetadata) {
        return new ConfigMap(apiVersion, kind, newMetadata, data, unknown);
    }

    public ConfigMap withData(Map<String, String> newData) {
        return new ConfigMap(apiVersion, kind, metadata, newData, unknown);
    }

    @Override
    public String toString() {
        return KubernetesObject.toString(this);
    }
}
