package insideinformer.quota;

import static insideinformer.quota.ResourceName.HUGEPAGES_PREFIX;
import static insideinformer.quota.ResourceName.LIMITS_PREFIX;
import static insideinformer.quota.ResourceName.REQUESTS_PREFIX;

import insideinformer.api.Container;
import insideinformer.api.GroupResource;
import insideinformer.api.KubernetesObject;
import insideinformer.api.Pod;
import insideinformer.api.PodSpec;
import insideinformer.api.ResourceQuota;
import insideinformer.api.ResourceRequirements;
import insideinformer.api.ScopedResourceSelectorRequirement;
import insideinformer.wait.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Counts pods and the cpu, memory and other resources that they request.
 *
 * <p>Upstream: kubernetes {@code pkg/quota/v1/evaluator/core/pods.go, podEvaluator}.
 */
public final class PodEvaluator implements Evaluator {

    static final GroupResource PODS = new GroupResource("", "pods");
    private static final String POD_OBJECT_COUNT_NAME = GenericEvaluation.objectCountQuotaResourceNameFor(PODS);
    private static final Set<String> COMPUTE =
            Set.of(ResourceName.CPU, ResourceName.MEMORY, ResourceName.EPHEMERAL_STORAGE);
    private static final List<String> POD_RESOURCES = List.of(
            POD_OBJECT_COUNT_NAME,
            ResourceName.PODS,
            "cpu",
            "memory",
            "ephemeral-storage",
            "requests.cpu",
            "requests.memory",
            "requests.ephemeral-storage",
            "limits.cpu",
            "limits.memory",
            "limits.ephemeral-storage");
    private static final Set<String> VALIDATION_SET =
            Set.of("cpu", "memory", "requests.cpu", "requests.memory", "limits.cpu", "limits.memory");
    private static final String DEVICE_CLASS_PREFIX = "deviceclass.resource.kubernetes.io/";

    private final ListFuncByNamespace listFuncByNamespace;
    private final Clock clock;
    private final QuotaFeatures features;

    public PodEvaluator(ListFuncByNamespace listFuncByNamespace, Clock clock, QuotaFeatures features) {
        this.listFuncByNamespace = listFuncByNamespace;
        this.clock = clock;
        this.features = features;
    }

    // tag::eligible[]
    /** Whether a pod has not ended yet. A pod that has ended counts only for {@code count/pods}. */
    public static boolean quotaV1Pod(Pod pod, Clock clock) {
        String phase = pod.status() == null ? null : pod.status().phase();
        if ("Failed".equals(phase) || "Succeeded".equals(phase)) {
            return false;
        }
        Instant deleted = pod.metadata().deletionTimestamp();
        Long graceSeconds = pod.metadata().deletionGracePeriodSeconds();
        if (deleted == null || graceSeconds == null) {
            return true;
        }
        Duration since = Duration.between(deleted, clock.now());
        return since.compareTo(Duration.ofSeconds(graceSeconds)) <= 0;
    }

    /** Whether a pod has a deadline. This has nothing to do with its deletion. */
    public static boolean isTerminating(Pod pod) {
        PodSpec spec = pod.spec();
        Long deadline = spec == null ? null : spec.activeDeadlineSeconds();
        return deadline != null && deadline >= 0;
    }
    // end::eligible[]

    @Override
    public GroupResource groupResource() {
        return PODS;
    }

    /** If a quota limits cpu or memory, every container must give the amount, unless the pod gives it as a whole. */
    @Override
    public void constraints(Collection<String> required, KubernetesObject item) throws QuotaException {
        Pod pod = GenericEvaluation.expect(Pod.class, item);
        if (pod.spec() == null || PodResources.isPodLevelResourcesSet(pod, features)) {
            return;
        }
        SortedMap<String, Set<String>> missing = new TreeMap<>();
        List<Container> containers = new ArrayList<>(pod.spec().containers());
        containers.addAll(pod.spec().initContainers());
        for (Container container : containers) {
            ResourceRequirements resources = container.resources();
            Map<String, Quantity> requests =
                    GenericEvaluation.amounts(resources == null ? Map.of() : resources.requests());
            Map<String, Quantity> limits = GenericEvaluation.amounts(resources == null ? Map.of() : resources.limits());
            Set<String> given = podComputeUsageHelper(requests, limits).keySet();
            for (String name : ResourceLists.difference(ResourceLists.intersection(required, VALIDATION_SET), given)) {
                missing.computeIfAbsent(name, n -> new TreeSet<>()).add(String.valueOf(container.name()));
            }
        }
        if (!missing.isEmpty()) {
            List<String> texts = new ArrayList<>();
            missing.forEach((name, lacking) -> texts.add(name + " for: " + String.join(",", lacking)));
            throw new QuotaException(QuotaException.Kind.CONSTRAINTS, "must specify " + String.join("; ", texts));
        }
    }

    @Override
    public boolean handles(AdmissionRequest request) {
        return switch (request.operation()) {
            case CREATE -> request.subresource().isEmpty();
            case UPDATE ->
                request.subresource().equals("resize") || request.subresource().isEmpty() && changesScope(request);
            case DELETE, CONNECT -> false;
        };
    }

    private static boolean changesScope(AdmissionRequest request) {
        return request.object() instanceof Pod pod
                && request.oldObject() instanceof Pod old
                && isTerminating(pod) != isTerminating(old);
    }

    @Override
    public boolean matches(@Nullable ResourceQuota quota, KubernetesObject item) throws QuotaException {
        return GenericEvaluation.matches(quota, item, this::matchingResources, this::matchesScope);
    }

    @Override
    public List<ScopedResourceSelectorRequirement> matchingScopes(
            KubernetesObject item, List<ScopedResourceSelectorRequirement> scopes) throws QuotaException {
        return GenericEvaluation.matchingScopes(item, scopes, this::matchesScope);
    }

    @Override
    public List<ScopedResourceSelectorRequirement> uncoveredQuotaScopes(
            List<ScopedResourceSelectorRequirement> limited, List<ScopedResourceSelectorRequirement> matched) {
        return GenericEvaluation.uncovered(limited, matched);
    }

    /** The fixed names, sorted, and then hugepages and extended resources in the order of the input. */
    @Override
    public List<String> matchingResources(Collection<String> input) {
        List<String> matching = new ArrayList<>(ResourceLists.intersection(input, POD_RESOURCES));
        input.stream()
                .filter(name -> name.startsWith(HUGEPAGES_PREFIX)
                        || name.startsWith(REQUESTS_PREFIX + HUGEPAGES_PREFIX)
                        || isExtendedResourceNameForQuota(name))
                .forEach(matching::add);
        return matching;
    }

    @Override
    public Map<String, Quantity> usage(KubernetesObject item) throws QuotaException {
        Pod pod = GenericEvaluation.expect(Pod.class, item);
        Quantity one = Quantity.of(1, Quantity.Format.DECIMAL_SI);
        Map<String, Quantity> usage = new TreeMap<>(Map.of(POD_OBJECT_COUNT_NAME, one));
        if (quotaV1Pod(pod, clock)) {
            usage.put(ResourceName.PODS, one);
            usage.putAll(podComputeUsageHelper(
                    PodResources.requests(pod, features), PodResources.limits(pod, features)));
        }
        return usage;
    }

    @Override
    public UsageStats usageStats(UsageStatsOptions options) throws UsageStatsException {
        return GenericEvaluation.calculateUsageStats(options, listFuncByNamespace, this::matchesScope, this::usage);
    }

    private boolean matchesScope(ScopedResourceSelectorRequirement scope, KubernetesObject item) throws QuotaException {
        return Scopes.podMatchesScopeFunc(scope, GenericEvaluation.expect(Pod.class, item), features);
    }

    // tag::compute[]
    /** Turns the names that containers use into the names that quotas use. */
    private static Map<String, Quantity> podComputeUsageHelper(
            Map<String, Quantity> requests, Map<String, Quantity> limits) {
        Map<String, Quantity> usage = new TreeMap<>();
        requests.forEach((name, amount) -> {
            if (COMPUTE.contains(name) || name.startsWith(HUGEPAGES_PREFIX)) {
                usage.put(name, amount);
                usage.put(REQUESTS_PREFIX + name, amount);
            } else if (isExtendedResourceName(name) && !name.startsWith(REQUESTS_PREFIX)) {
                usage.put(REQUESTS_PREFIX + name, amount);
            }
        });
        limits.forEach((name, amount) -> {
            if (COMPUTE.contains(name)) {
                usage.put(LIMITS_PREFIX + name, amount);
            }
        });
        return usage;
    }
    // end::compute[]

    /** Such as {@code requests.example.com/gpu}. A quota can limit only the requests of an extended resource. */
    private static boolean isExtendedResourceNameForQuota(String name) {
        return name.startsWith(REQUESTS_PREFIX)
                && isExtendedResourceName(name.substring(REQUESTS_PREFIX.length()));
    }

    private static boolean isExtendedResourceName(String resource) {
        return resource.startsWith(DEVICE_CLASS_PREFIX)
                || resource.contains("/") && !resource.contains("kubernetes.io/");
    }
}
