package insideinformer.api;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import insideinformer.json.CompactMap;
import insideinformer.json.RawJson;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Refers to the owner of an object. Null counts as false. Upstream: {@code metav1.OwnerReference}. */
public record OwnerReference(
        @Nullable String apiVersion,
        @Nullable String kind,
        @Nullable String name,
        @Nullable String uid,
        @Nullable Boolean controller,
        @Nullable Boolean blockOwnerDeletion,
        @JsonAnySetter @JsonAnyGetter Map<String, RawJson> unknown) {

    public OwnerReference {
        unknown = CompactMap.copyOf(unknown);
    }
}
