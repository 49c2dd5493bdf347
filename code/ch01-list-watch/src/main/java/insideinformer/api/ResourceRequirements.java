package insideinformer.api;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import insideinformer.json.CompactMap;
import insideinformer.json.RawJson;
import java.util.Map;

/**
 * Amounts by resource name, as quantity texts such as {@code 250m} or {@code 1Gi}.
 *
 * <p>Upstream: {@code corev1.ResourceRequirements}.
 */
public record ResourceRequirements(
        Map<String, String> requests,
        Map<String, String> limits,
        @JsonAnySetter @JsonAnyGetter Map<String, RawJson> unknown) {

    public ResourceRequirements {
        requests = CompactMap.copyOf(requests);
        limits = CompactMap.copyOf(limits);
        unknown = CompactMap.copyOf(unknown);
    }
}
