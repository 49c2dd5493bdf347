package insideinformer.api;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import insideinformer.json.CompactMap;
import insideinformer.json.RawJson;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Whether a namespace is in use or being deleted: its phase is {@code Active} or {@code Terminating}.
 *
 * <p>Upstream: {@code corev1.NamespaceStatus}.
 */
public record NamespaceStatus(
        @Nullable String phase,
        @JsonAnySetter @JsonAnyGetter Map<String, RawJson> unknown) {

    public NamespaceStatus {
        unknown = CompactMap.copyOf(unknown);
    }
}
