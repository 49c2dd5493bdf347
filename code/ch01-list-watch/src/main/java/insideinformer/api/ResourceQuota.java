package insideinformer.api;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import insideinformer.json.CompactMap;
import insideinformer.json.RawJson;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How much a namespace can hold of each resource, and how much it holds. Upstream: {@code corev1.ResourceQuota}. */
public record ResourceQuota(
        @Nullable String apiVersion,
        @Nullable String kind,
        ObjectMeta metadata,
        @Nullable ResourceQuotaSpec spec,
        @Nullable ResourceQuotaStatus status,
        @JsonAnySetter @JsonAnyGetter Map<String, RawJson> unknown) implements KubernetesObject {

    public ResourceQuota {
        metadata = metadata == null ? ObjectMeta.EMPTY : metadata;
        unknown = CompactMap.copyOf(unknown);
    }

    public ResourceQuota withStatus(@Nullable ResourceQuotaStatus newStatus) {
        return new ResourceQuota(apiVersion, kind, metadata, spec, newStatus, unknown);
    }

    public ResourceQuota withMetadata(ObjectMeta newMetadata) {
        return new ResourceQuota(apiVersion, kind, newMetadata, spec, status, unknown);
    }

    @Override
    public String toString() {
        return KubernetesObject.toString(this);
    }
}
