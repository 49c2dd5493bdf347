package insideinformer.api;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import insideinformer.json.CompactMap;
import insideinformer.json.RawJson;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The pods that are meant, by namespace: those that are listed and those that the selector finds. Without both, the
 * namespace of the pod itself is meant.
 *
 * <p>Upstream: {@code corev1.PodAffinityTerm}.
 */
public record PodAffinityTerm(
        List<String> namespaces,
        @Nullable RawJson namespaceSelector,
        @JsonAnySetter @JsonAnyGetter Map<String, RawJson> unknown) {

    public PodAffinityTerm {
        namespaces = namespaces == null ? List.of() : List.copyOf(namespaces);
        unknown = CompactMap.copyOf(unknown);
    }
}
