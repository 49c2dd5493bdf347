package insideinformer.api;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import insideinformer.json.CompactMap;
import insideinformer.json.RawJson;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A condition on one scope; the operator is {@code In}, {@code NotIn}, {@code Exists} or {@code DoesNotExist}.
 *
 * <p>Upstream: {@code corev1.ScopedResourceSelectorRequirement}.
 */
public record ScopedResourceSelectorRequirement(
        @Nullable String scopeName,
        @Nullable String operator,
        List<String> values,
        @JsonAnySetter @JsonAnyGetter Map<String, RawJson> unknown) {

    public ScopedResourceSelectorRequirement {
        values = values == null ? List.of() : List.copyOf(values);
        unknown = CompactMap.copyOf(unknown);
    }
}
