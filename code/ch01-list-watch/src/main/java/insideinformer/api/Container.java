package insideinformer.api;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Upstream: {@code corev1.Container}. */
public record Container(
        @Nullable String name,
        @Nullable String image,
        @Nullable ResourceRequirements resources,
        @Nullable String restartPolicy,
        @JsonAnySetter @JsonAnyGetter Map<String, RawJson> unknown) {

    public Container {
        unknown = CompactMap.copyOf(unknown);
    }
}
