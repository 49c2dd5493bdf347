package insideinformer.api;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import insideinformer.json.CompactMap;
import insideinformer.json.RawJson;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One container of a pod. An init container with the restart policy {@code Always} is a sidecar.
 *
 * <p>Upstream: {@code corev1.Container}.
 */
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
