package insideinformer.api;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonProperty;
import insideinformer.json.CompactMap;
import insideinformer.json.RawJson;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The metadata of a list. If {@code continueToken} is null or empty, this is the last page. If {@code
 * remainingItemCount} is null, the server does not say how many items follow.
 *
 * <p>Upstream: {@code metav1.ListMeta}.
 */
public record ListMeta(
        @Nullable String resourceVersion,
        @JsonProperty("continue") @Nullable String continueToken,
        @Nullable Long remainingItemCount,
        @JsonAnySetter @JsonAnyGetter Map<String, RawJson> unknown) {

    public ListMeta {
        unknown = CompactMap.copyOf(unknown);
    }
}
