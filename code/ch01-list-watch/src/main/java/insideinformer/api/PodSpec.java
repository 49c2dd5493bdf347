package insideinformer.api;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import insideinformer.json.CompactMap;
import insideinformer.json.RawJson;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a pod asks for; it has the parts that quotas look at. Upstream: {@code corev1.PodSpec}.
 *
 * @param overhead what the pod needs besides its containers, as quantity texts by resource
 * @param activeDeadlineSeconds how long the pod can run after its start; null: no limit
 * @param nodeName null or empty: no node has been chosen yet
 */
public record PodSpec(
        List<Container> containers,
        List<Container> initContainers,
        Map<String, String> overhead,
        @Nullable ResourceRequirements resources,
        @Nullable Long activeDeadlineSeconds,
        @Nullable String priorityClassName,
        @Nullable String nodeName,
        @Nullable Affinity affinity,
        @JsonAnySetter @JsonAnyGetter Map<String, RawJson> unknown) {

    public PodSpec {
        containers = containers == null ? List.of() : List.copyOf(containers);
        initContainers = initContainers == null ? List.of() : List.copyOf(initContainers);
        overhead = CompactMap.copyOf(overhead);
        unknown = CompactMap.copyOf(unknown);
    }
}
