package insideinformer.api;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import insideinformer.json.CompactMap;
import insideinformer.json.RawJson;
import java.util.List;
import java.util.Map;

/** Conditions that say which objects a quota counts; all of them must hold. Upstream: {@code corev1.ScopeSelector}. */
public record ScopeSelector(
        List<ScopedResourceSelectorRequirement> matchExpressions,
        @JsonAnySetter @JsonAnyGetter Map<String, RawJson> unknown) {

    public ScopeSelector {
        matchExpressions = matchExpressions == null ? List.of() : List.copyOf(matchExpressions);
        unknown = CompactMap.copyOf(unknown);
    }
}
