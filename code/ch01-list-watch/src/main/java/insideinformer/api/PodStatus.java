package insideinformer.api;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import insideinformer.json.CompactMap;
import insideinformer.json.RawJson;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a node reports about a pod. Its phase is {@code Pending}, {@code Running}, {@code Succeeded}, {@code Failed} or
 * {@code Unknown}.
 *
 * <p>Upstream: {@code corev1.PodStatus}.
 */
public record PodStatus(
        @Nullable String phase,
        @Nullable String reason,
        @Nullable String qosClass,
        List<ContainerStatus> containerStatuses,
        List<ContainerStatus> initContainerStatuses,
        @Nullable ResourceRequirements resources,
        Map<String, String> allocatedResources,
        List<PodCondition> conditions,
        @JsonAnySetter @JsonAnyGetter Map<String, RawJson> unknown) {

    public PodStatus {
        containerStatuses = containerStatuses == null ? List.of() : List.copyOf(containerStatuses);
        initContainerStatuses = initContainerStatuses == null ? List.of() : List.copyOf(initContainerStatuses);
        allocatedResources = CompactMap.copyOf(allocatedResources);
        conditions = conditions == null ? List.of() : List.copyOf(conditions);
        unknown = CompactMap.copyOf(unknown);
    }
}
