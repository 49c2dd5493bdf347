package insideinformer.api;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import insideinformer.json.CompactMap;
import insideinformer.json.RawJson;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One aspect of a pod's state. Its status is {@code True}, {@code False} or {@code Unknown}.
 *
 * <p>Upstream: {@code corev1.PodCondition}.
 */
public record PodCondition(
        @Nullable String type,
        @Nullable String status,
        @Nullable String reason,
        @JsonAnySetter @JsonAnyGetter Map<String, RawJson> unknown) {

    public PodCondition {
        unknown = CompactMap.copyOf(unknown);
    }
}
