package insideinformer.api;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import insideinformer.json.CompactMap;
import insideinformer.json.RawJson;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A wish: the higher its weight, 1 to 100, the more it counts. Upstream: {@code corev1.WeightedPodAffinityTerm}. */
public record WeightedPodAffinityTerm(
        @Nullable Integer weight,
        @Nullable PodAffinityTerm podAffinityTerm,
        @JsonAnySetter @JsonAnyGetter Map<String, RawJson> unknown) {

    public WeightedPodAffinityTerm {
        unknown = CompactMap.copyOf(unknown);
    }
}
