package insideinformer.api;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import insideinformer.json.CompactMap;
import insideinformer.json.RawJson;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A room for objects: two objects of a kind can have the same name if they are in different namespaces. Upstream:
 * {@code corev1.Namespace}.
 */
public record Namespace(
        @Nullable String apiVersion,
        @Nullable String kind,
        ObjectMeta metadata,
        @Nullable NamespaceStatus status,
        @JsonAnySetter @JsonAnyGetter Map<String, RawJson> unknown) implements KubernetesObject {

    public Namespace {
        metadata = metadata == null ? ObjectMeta.EMPTY : metadata;
        unknown = CompactMap.copyOf(unknown);
    }

    public Namespace withMetadata(ObjectMeta newMetadata) {
        return new Namespace(apiVersion, kind, newMetadata, status, unknown);
    }

    @Override
    public String toString() {
        return KubernetesObject.toString(this);
    }
}
