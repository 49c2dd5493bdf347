package insideinformer.api;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import insideinformer.json.CompactMap;
import insideinformer.json.RawJson;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How much a namespace can hold, as quantity texts by resource, and which objects count: those that are in all scopes
 * and match the whole scope selector. Without both, all objects count.
 *
 * <p>Upstream: {@code corev1.ResourceQuotaSpec}.
 */
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
