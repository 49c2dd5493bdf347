package insideinformer.api;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import insideinformer.json.CompactMap;
import insideinformer.json.RawJson;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Scheduling rules; only their presence and their namespaces matter here. Upstream: {@code corev1.Affinity}. */
public record Affinity(
        @Nullable PodAffinity podAffinity,
        @Nullable PodAffinity podAntiAffinity,
        @JsonAnySetter @JsonAnyGetter Map<String, RawJson> unknown) {

    public Affinity {
        unknown = CompactMap.copyOf(unknown);
    }
}
