package insideinformer.api;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Upstream: {@code corev1.WeightedPodAffinityTerm}. */
public record WeightedPodAffinityTerm(
        @Nullable Integer weight,
        @Nullable PodAffinityTerm podAffinityTerm,
        @JsonAnySetter @JsonAnyGetter Map<String, RawJson> unknown) {

    public WeightedPodAffinityTerm {
        unknown = CompactMap.copyOf(unknown);
    }
}
