package insideinformer.api;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import insideinformer.json.CompactMap;
import insideinformer.json.RawJson;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One of the causes of a failure. The field is a path such as {@code spec.containers[0].image}.
 *
 * <p>Upstream: {@code metav1.StatusCause}.
 */
public record StatusCause(
        @Nullable String reason,
        @Nullable String message,
        @Nullable String field,
        @JsonAnySetter @JsonAnyGetter Map<String, RawJson> unknown) {

    public StatusCause {
        unknown = CompactMap.copyOf(unknown);
    }

    /** Leaves out the message, which can quote the object. */
    @Override
    public String toString() {
        return "StatusCause[reason=" + reason + ", field=" + field + "]";
    }
}
