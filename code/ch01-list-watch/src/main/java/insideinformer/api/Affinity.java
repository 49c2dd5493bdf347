package insideinformer.api;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import insideinformer.json.CompactMap;
import insideinformer.json.RawJson;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Rules about where a pod can run. Quotas look at whether there are any, and at their namespaces. Upstream: {@code
 * corev1.Affinity}.
 */
public record Affinity(
        @Nullable PodAffinity podAffinity,
        @Nullable PodAffinity podAntiAffinity,
        @JsonAnySetter @JsonAnyGetter Map<String, RawJson> unknown) {

    public Affinity {
        unknown = CompactMap.copyOf(unknown);
    }
}
