package insideinformer.api;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import insideinformer.json.CompactMap;
import insideinformer.json.RawJson;
import java.util.Map;

/**
 * What was counted last and the limits of that time, as quantity texts by resource. Upstream: {@code
 * corev1.ResourceQuotaStatus}.
 */
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
