package insideinformer.api;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Upstream: {@code corev1.ContainerStatus}. */
public record ContainerStatus(
        @Nullable String name,
        Map<String, String> allocatedResources,
        @Nullable ResourceRequirements resources,
        @JsonAnySetter @JsonAnyGetter Map<String, RawJson> unknown) {

    public ContainerStatus {
        allocatedResources = allocatedResources == null ? Map.of() : Map.copyOf(allocatedResources);
        unknown = unknown == null ? Map.of() : Map.copyOf(unknown);
    }
}
