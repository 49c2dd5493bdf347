package insideinformer.quota;

import insideinformer.api.GroupResource;
import insideinformer.api.KubernetesObject;
import insideinformer.api.ResourceQuota;
import insideinformer.api.ScopedResourceSelectorRequirement;
import insideinformer.api.Service;
import insideinformer.api.ServicePort;
import insideinformer.api.ServiceSpec;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Counts services, their node ports and their load balancers.
 *
 * <p>Upstream: kubernetes {@code pkg/quota/v1/evaluator/core/services.go, serviceEvaluator}.
 */
public final class ServiceEvaluator implements Evaluator {

    static final GroupResource SERVICES = new GroupResource("", "services");
    private static final String SERVICE_OBJECT_COUNT_NAME = GenericEvaluation.objectCountQuotaResourceNameFor(SERVICES);
    private static final List<String> SERVICE_RESOURCES = List.of(
            SERVICE_OBJECT_COUNT_NAME, ResourceName.SERVICES, ResourceName.SERVICES_NODE_PORTS,
            ResourceName.SERVICES_LOAD_BALANCERS);

    private final ListFuncByNamespace listFuncByNamespace;

    public ServiceEvaluator(ListFuncByNamespace listFuncByNamespace) {
        this.listFuncByNamespace = listFuncByNamespace;
    }

    /** {@code NodePort} or {@code LoadBalancer}; empty for a type that uses no node port and no load balancer. */
    public static String getQuotaServiceType(Service service) {
        String type =
                String.valueOf(service.spec() == null ? null : service.spec().type());
        return type.equals("NodePort") || type.equals("LoadBalancer") ? type : "";
    }

    @Override
    public GroupResource groupResource() {
        return SERVICES;
    }

    @Override
    public void constraints(Collection<String> required, KubernetesObject item) {}

    @Override
    public boolean handles(AdmissionRequest request) {
        return request.isWriteOfObject();
    }

    @Override
    public boolean matches(@Nullable ResourceQuota quota, KubernetesObject item) throws QuotaException {
        return GenericEvaluation.matches(quota, item, this::matchingResources, GenericEvaluation.MATCHES_NO_SCOPE);
    }

    @Override
    public List<ScopedResourceSelectorRequirement> matchingScopes(
            KubernetesObject item, List<ScopedResourceSelectorRequirement> scopes) {
        return List.of();
    }

    @Override
    public List<ScopedResourceSelectorRequirement> uncoveredQuotaScopes(
            List<ScopedResourceSelectorRequirement> limited, List<ScopedResourceSelectorRequirement> matched) {
        return List.of();
    }

    @Override
    public List<String> matchingResources(Collection<String> input) {
        return ResourceLists.intersection(input, SERVICE_RESOURCES);
    }

    /** Gives all four names, also with zero, so that the difference is right when an update changes the type. */
    @Override
    public Map<String, Quantity> usage(KubernetesObject item) throws QuotaException {
        Service service = GenericEvaluation.expect(Service.class, item);
        long loadBalancers = getQuotaServiceType(service).equals("LoadBalancer") ? 1 : 0;
        return ResourceLists.add(
                Map.of(
                        SERVICE_OBJECT_COUNT_NAME,
                        count(1),
                        ResourceName.SERVICES,
                        count(1),
                        ResourceName.SERVICES_NODE_PORTS,
                        count(nodePorts(service)),
                        ResourceName.SERVICES_LOAD_BALANCERS,
                        count(loadBalancers)),
                Map.of());
    }

    @Override
    public UsageStats usageStats(UsageStatsOptions options) throws UsageStatsException {
        return GenericEvaluation.calculateUsageStats(
                options, listFuncByNamespace, GenericEvaluation.MATCHES_NO_SCOPE, this::usage);
    }

    private static long nodePorts(Service service) {
        ServiceSpec spec = service.spec();
        if (spec == null) {
            return 0;
        }
        return switch (getQuotaServiceType(service)) {
            case "NodePort" -> spec.ports().size();
            case "LoadBalancer" ->
                Boolean.FALSE.equals(spec.allocateLoadBalancerNodePorts())
                        ? spec.ports().stream()
                                .filter(ServiceEvaluator::hasNodePort)
                                .count()
                        : spec.ports().size();
            default -> 0;
        };
    }

    private static boolean hasNodePort(ServicePort port) {
        return port.nodePort() != null && port.nodePort() != 0;
    }

    private static Quantity count(long number) {
        return Quantity.of(number, Quantity.Format.DECIMAL_SI);
    }
}
