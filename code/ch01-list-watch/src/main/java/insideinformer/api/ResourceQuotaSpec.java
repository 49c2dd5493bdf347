package insideinformer.api;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Upstream: {@code corev1.ResourceQuotaSpec}; amounts are quantity texts. */
public record ResourceQuotaSpec(
        Map<String, String> hard,
        List<String> scopes,
        @Nullable ScopeSelector scopeSelector,
        @JsonAnySetter @JsonAnyGetter Map<String, RawJson> unknown) {

    public ResourceQuotaSpec {
        hard = CompactMap.copyOf(hard);
        scopes = scopes == null ? List.of() : List.copyOf(scopes);
        unknown = CompactMap.copyOf(unknown);
    }
}
