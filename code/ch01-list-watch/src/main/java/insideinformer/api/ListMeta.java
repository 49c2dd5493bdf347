package insideinformer.api;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonProperty;
import insideinformer.json.CompactMap;
import insideinformer.json.RawJson;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a list says of itself. A null or empty {@code continueToken} means that this is the last page, a null count of
 * the items on later pages that the server does not say.
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
