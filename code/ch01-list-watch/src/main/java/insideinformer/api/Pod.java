package insideinformer.api;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import insideinformer.json.CompactMap;
import insideinformer.json.RawJson;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Containers that run together on one node. Upstream: {@code corev1.Pod}. */
public record Pod(
        @Nullable String apiVersion,
        @Nullable String kind,
        ObjectMeta metadata,
        @Nullable PodSpec spec,
        @Nullable PodStatus status,
        @JsonAnySetter @JsonAnyGetter Map<String, RawJson> unknown) implements KubernetesObject {

    public Pod {
        metadata = metadata == null ? ObjectMeta.EMPTY : metadata;
        unknown = CompactMap.copyOf(unknown);
    }

    public Pod withMetadata(ObjectMeta newMetadata) {
        return new Pod(apiVersion, kind, newMetadata, spec, status, unknown);
    }

    @Override
    public String toString() {
        return KubernetesObject.toString(this);
    }
}
