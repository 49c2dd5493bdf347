package insideinformer.api;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import insideinformer.json.CompactMap;
import insideinformer.json.RawJson;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a failure is about, and why. Upstream: {@code metav1.StatusDetails}.
 *
 * @param retryAfterSeconds how long to wait before another try; null: not said
 */
public record StatusDetails(
        @Nullable String name,
        @Nullable String group,
        @Nullable String kind,
        @Nullable String uid,
        List<StatusCause> causes,
        @Nullable Integer retryAfterSeconds,
        @JsonAnySetter @JsonAnyGetter Map<String, RawJson> unknown) {

    public StatusDetails {
        causes = causes == null ? List.of() : List.copyOf(causes);
        unknown = CompactMap.copyOf(unknown);
    }
}
