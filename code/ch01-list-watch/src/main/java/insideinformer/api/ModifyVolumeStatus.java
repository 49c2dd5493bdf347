package insideinformer.api;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import insideinformer.json.CompactMap;
import insideinformer.json.RawJson;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A change of a claim's volume attributes class that is under way or was found impossible.
 *
 * <p>Upstream: {@code corev1.ModifyVolumeStatus}.
 */
public record ModifyVolumeStatus(
        @Nullable String targetVolumeAttributesClassName,
        @Nullable String status,
        @JsonAnySetter @JsonAnyGetter Map<String, RawJson> unknown) {

    public ModifyVolumeStatus {
        unknown = CompactMap.copyOf(unknown);
    }
}
