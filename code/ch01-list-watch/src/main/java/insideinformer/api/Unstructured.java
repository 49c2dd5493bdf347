package insideinformer.api;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import insideinformer.json.CompactMap;
import insideinformer.json.RawJson;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An object of any kind. Only its metadata has a class; all other fields are unknown.
 *
 * <p>Upstream: {@code unstructured.Unstructured}.
 */
public record Unstructured(
        @Nullable String apiVersion,
        @Nullable String kind,
        ObjectMeta metadata,
        @JsonAnySetter @JsonAnyGetter Map<String, RawJson> unknown) implements KubernetesObject {

    public Unstructured {
        metadata = metadata == null ? ObjectMeta.EMPTY : metadata;
        unknown = CompactMap.copyOf(unknown);
    }

    public Unstructured withMetadata(ObjectMeta newMetadata) {
        return new Unstructured(apiVersion, kind, newMetadata, unknown);
    }

    @Override
    public String toString() {
        return KubernetesObject.toString(this);
    }
}
