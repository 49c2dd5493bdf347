package insideinformer.api;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import insideinformer.json.CompactMap;
import insideinformer.json.RawJson;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a claim has got, as quantity texts by resource. Upstream: {@code corev1.PersistentVolumeClaimStatus}. */
public record PersistentVolumeClaimStatus(
        @Nullable String phase,
        Map<String, String> capacity,
        Map<String, String> allocatedResources,
        @Nullable String currentVolumeAttributesClassName,
        @Nullable ModifyVolumeStatus modifyVolumeStatus,
        @JsonAnySetter @JsonAnyGetter Map<String, RawJson> unknown) {

    public PersistentVolumeClaimStatus {
        capacity = CompactMap.copyOf(capacity);
        allocatedResources = CompactMap.copyOf(allocatedResources);
        unknown = CompactMap.copyOf(unknown);
    }
}
