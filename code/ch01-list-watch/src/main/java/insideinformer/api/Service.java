package insideinformer.api;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import insideinformer.json.CompactMap;
import insideinformer.json.RawJson;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A name and ports for a set of pods. Upstream: {@code corev1.Service}. */
public record Service(
        @Nullable String apiVersion,
        @Nullable String kind,
        ObjectMeta metadata,
        @Nullable ServiceSpec spec,
        @JsonAnySetter @JsonAnyGetter Map<String, RawJson> unknown) implements KubernetesObject {

    public Service {
        metadata = metadata == null ? ObjectMeta.EMPTY : metadata;
        unknown = CompactMap.copyOf(unknown);
    }

    public Service withMetadata(ObjectMeta newMetadata) {
        return new Service(apiVersion, kind, newMetadata, spec, unknown);
    }

    @Override
    public String toString() {
        return KubernetesObject.toString(this);
    }
}
