package insideinformer.api;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import insideinformer.json.CompactMap;
import insideinformer.json.RawJson;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One port of a service. If its node port is null, it has none. Upstream: {@code corev1.ServicePort}. */
public record ServicePort(
        @Nullable String name,
        @Nullable String protocol,
        @Nullable Integer port,
        @Nullable Integer nodePort,
        @JsonAnySetter @JsonAnyGetter Map<String, RawJson> unknown) {

    public ServicePort {
        unknown = CompactMap.copyOf(unknown);
    }
}
