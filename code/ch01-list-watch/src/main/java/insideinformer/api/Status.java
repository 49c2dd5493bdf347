package insideinformer.api;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the server says when it does not answer with an object. Upstream: {@code metav1.Status}. */
public record Status(
        @Nullable String apiVersion,
        @Nullable String kind,
        @Nullable ListMeta metadata,
        @Nullable String status,
        @Nullable String message,
        @Nullable String reason,
        @Nullable StatusDetails details,
        @Nullable Integer code,
        @JsonAnySetter @JsonAnyGetter Map<String, RawJson> unknown) {

    public Status {
        unknown = CompactMap.copyOf(unknown);
    }
}
