package insideinformer.api;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import java.util.Map;

/** Upstream: {@code corev1.ResourceQuotaStatus}; amounts are quantity texts. */
public record ResourceQuotaStatus(
        Map<String, String> hard,
        Map<String, String> used,
        @JsonAnySetter @JsonAnyGetter Map<String, RawJson> unknown) {

    public ResourceQuotaStatus {
        hard = CompactMap.copyOf(hard);
        used = CompactMap.copyOf(used);
        unknown = CompactMap.copyOf(unknown);
    }
}
