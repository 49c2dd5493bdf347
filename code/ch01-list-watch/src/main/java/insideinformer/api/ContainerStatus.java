package insideinformer.api;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import insideinformer.json.CompactMap;
import insideinformer.json.RawJson;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a node reports about one container. Upstream: {@code corev1.ContainerStatus}.
 *
 * @param allocatedResources what the node has reserved; null: the node has not said
 */
public record ContainerStatus(
        @Nullable String name,
        @Nullable Map<String, String> allocatedResources,
        @Nullable ResourceRequirements resources,
        @JsonAnySetter @JsonAnyGetter Map<String, RawJson> unknown) {

    public ContainerStatus {
        allocatedResources = allocatedResources == null ? null : CompactMap.copyOf(allocatedResources);
        unknown = CompactMap.copyOf(unknown);
    }
}
