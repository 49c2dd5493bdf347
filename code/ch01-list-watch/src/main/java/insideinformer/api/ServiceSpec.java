package insideinformer.api;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import insideinformer.json.CompactMap;
import insideinformer.json.RawJson;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How a service is reached. If {@code allocateLoadBalancerNodePorts} is absent, it counts as true.
 *
 * <p>Upstream: {@code corev1.ServiceSpec}.
 */
public record ServiceSpec(
        @Nullable String type,
        List<ServicePort> ports,
        @Nullable Boolean allocateLoadBalancerNodePorts,
        @JsonAnySetter @JsonAnyGetter Map<String, RawJson> unknown) {

    public ServiceSpec {
        ports = ports == null ? List.of() : List.copyOf(ports);
        unknown = CompactMap.copyOf(unknown);
    }
}
