package insideinformer.api;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import insideinformer.json.CompactMap;
import insideinformer.json.RawJson;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The server's answer if it is no object, above all a refusal. Upstream: {@code metav1.Status}.
 *
 * @param status {@code Success} or {@code Failure}
 * @param message for people
 * @param reason for programs, one word such as {@code NotFound}; see {@link ApiErrors}
 * @param code the HTTP code
 */
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
