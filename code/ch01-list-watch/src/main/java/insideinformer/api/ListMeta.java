package insideinformer.api;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Upstream: {@code metav1.ListMeta}. */
public record ListMeta(
        @Nullable String resourceVersion,
        @JsonProperty("continue") @Nullable String continueToken,
        @Nullable Long remainingItemCount,
        @JsonAnySetter @JsonAnyGetter Map<String, RawJson> unknown) {

    public ListMeta {
        unknown = CompactMap.copyOf(unknown);
    }
}
