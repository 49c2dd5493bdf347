package insideinformer.api;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Upstream: {@code corev1.PersistentVolumeClaimStatus}. */
public record PersistentVolumeClaimStatus(
        @Nullable String phase,
        Map<String, String> capacity,
        Map<String, String> allocatedResources,
        @Nullable String currentVolumeAttributesClassName,
        @Nullable ModifyVolumeStatus modifyVolumeStatus,
        @JsonAnySetter @JsonAnyGetter Map<String, RawJson> unknown) {

    public PersistentVolumeClaimStatus {
        capacity = capacity == null ? Map.of() : Map.copyOf(capacity);
        allocatedResources = allocatedResources == null ? Map.of() : Map.copyOf(allocatedResources);
        unknown = unknown == null ? Map.of() : Map.copyOf(unknown);
    }
}
