package insideinformer.api;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Upstream: {@code corev1.NamespaceStatus}. */
public record NamespaceStatus(
        @Nullable String phase,
        @JsonAnySetter @JsonAnyGetter Map<String, RawJson> unknown) {

    public NamespaceStatus {
        unknown = CompactMap.copyOf(unknown);
    }
}
