package insideinformer.api;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import insideinformer.json.CompactMap;
import insideinformer.json.RawJson;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A request for storage. Upstream: {@code corev1.PersistentVolumeClaim}. */
public record PersistentVolumeClaim(
        @Nullable String apiVersion,
        @Nullable String kind,
        ObjectMeta metadata,
        @Nullable PersistentVolumeClaimSpec spec,
        @Nullable PersistentVolumeClaimStatus status,
        @JsonAnySetter @JsonAnyGetter Map<String, RawJson> unknown) implements KubernetesObject {

    public PersistentVolumeClaim {
        metadata = metadata == null ? ObjectMeta.EMPTY : metadata;
        unknown = CompactMap.copyOf(unknown);
    }

    public PersistentVolumeClaim withMetadata(ObjectMeta newMetadata) {
        return new PersistentVolumeClaim(apiVersion, kind, newMetadata, spec, status, unknown);
    }

    @Override
    public String toString() {
        return KubernetesObject.toString(this);
    }
}
