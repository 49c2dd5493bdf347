package insideinformer.api;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import insideinformer.json.CompactMap;
import insideinformer.json.RawJson;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A preference; its weight goes from 1 to 100. Upstream: {@code corev1.WeightedPodAffinityTerm}. */
public record WeightedPodAffinityTerm(
        @Nullable Integer weight,
        @Nullable PodAffinityTerm podAffinityTerm,
        @JsonAnySetter @JsonAnyGetter Map<String, RawJson> unknown) {

    public WeightedPodAffinityTerm {
        unknown = CompactMap.copyOf(unknown);
    }
}
