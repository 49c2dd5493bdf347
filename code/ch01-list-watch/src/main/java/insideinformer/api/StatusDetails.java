package insideinformer.api;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Upstream: {@code metav1.StatusDetails}. */
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
