package insideinformer.api;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import insideinformer.json.CompactMap;
import insideinformer.json.RawJson;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a claim asks for: an amount, under {@code storage} in its requests, and a class of storage.
 *
 * <p>Upstream: {@code corev1.PersistentVolumeClaimSpec}.
 */
public record PersistentVolumeClaimSpec(
        @Nullable ResourceRequirements resources,
        @Nullable String storageClassName,
        @Nullable String volumeAttributesClassName,
        @JsonAnySetter @JsonAnyGetter Map<String, RawJson> unknown) {

    public PersistentVolumeClaimSpec {
        unknown = CompactMap.copyOf(unknown);
    }
}
