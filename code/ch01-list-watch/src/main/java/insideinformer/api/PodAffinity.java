package insideinformer.api;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import insideinformer.json.CompactMap;
import insideinformer.json.RawJson;
import java.util.List;
import java.util.Map;

/**
 * Which pods a pod must or wants to be near to, or far from.
 *
 * <p>Upstream: {@code corev1.PodAffinity} and {@code corev1.PodAntiAffinity}, which have the same shape.
 */
public record PodAffinity(
        List<PodAffinityTerm> requiredDuringSchedulingIgnoredDuringExecution,
        List<WeightedPodAffinityTerm> preferredDuringSchedulingIgnoredDuringExecution,
        @JsonAnySetter @JsonAnyGetter Map<String, RawJson> unknown) {

    public PodAffinity {
        requiredDuringSchedulingIgnoredDuringExecution = requiredDuringSchedulingIgnoredDuringExecution == null
                ? List.of() : List.copyOf(requiredDuringSchedulingIgnoredDuringExecution);
        preferredDuringSchedulingIgnoredDuringExecution = preferredDuringSchedulingIgnoredDuringExecution == null
                ? List.of() : List.copyOf(preferredDuringSchedulingIgnoredDuringExecution);
        unknown = CompactMap.copyOf(unknown);
    }
}
