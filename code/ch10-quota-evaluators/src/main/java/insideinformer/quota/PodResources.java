package insideinformer.quota;

import static insideinformer.quota.GenericEvaluation.amounts;
import static insideinformer.quota.ResourceLists.add;
import static insideinformer.quota.ResourceLists.max;

import insideinformer.api.Container;
import insideinformer.api.ContainerStatus;
import insideinformer.api.Pod;
import insideinformer.api.PodSpec;
import insideinformer.api.PodStatus;
import insideinformer.api.ResourceRequirements;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Computes what a whole pod requests and what limits it, from the amounts of its containers.
 *
 * <p>Upstream: {@code component-helpers resource/helpers.go, PodRequests, PodLimits}, and
 * {@code pkg/apis/core/v1/helper/qos/qos.go}.
 */
public final class PodResources {

    /** Reads the amounts of one container from one place. */
    @FunctionalInterface
    private interface View {
        Map<String, String> of(Container container);
    }

    private PodResources() {}

    /** The amounts that the scheduler must find room for. */
    public static Map<String, Quantity> requests(Pod pod, QuotaFeatures features) throws QuotaException {
        PodSpec spec = pod.spec();
        if (spec == null) {
            return Map.of();
        }
        Map<String, Quantity> requests = largest(spec, requestViews(pod, features));
        if (isPodLevelResourcesSet(pod, features) && spec.resources() != null) {
            requests = replacePodLevel(
                    requests, amounts(spec.resources().requests()));
        }
        return add(requests, amounts(spec.overhead()));
    }

    /** The amounts that the pod must not exceed. Overhead is added only to a resource that has a limit. */
    public static Map<String, Quantity> limits(Pod pod, QuotaFeatures features) throws QuotaException {
        PodSpec spec = pod.spec();
        if (spec == null) {
            return Map.of();
        }
        Map<String, Quantity> limits = largest(spec, limitViews(pod, features));
        if (isPodLevelResourcesSet(pod, features) && spec.resources() != null) {
            limits = replacePodLevel(
                    limits, amounts(spec.resources().limits()));
        }
        Map<String, Quantity> overhead = amounts(spec.overhead());
        return add(
                limits,
                ResourceLists.mask(overhead, ResourceLists.removeZeros(limits).keySet()));
    }

    /** Whether the pod gives cpu, memory or hugepages for all its containers together. */
    static boolean isPodLevelResourcesSet(Pod pod, QuotaFeatures features) {
        ResourceRequirements resources = pod.spec() == null ? null : pod.spec().resources();
        if (!features.podLevelResources() || resources == null) {
            return false;
        }
        return resources.requests().keySet().stream().anyMatch(PodResources::isPodLevel)
                || resources.limits().keySet().stream().anyMatch(PodResources::isPodLevel);
    }

    /** Whether the pod neither requests nor limits cpu or memory. */
    static boolean isBestEffort(Pod pod, QuotaFeatures features) throws QuotaException {
        PodSpec spec = pod.spec();
        if (pod.status() != null
                && pod.status().qosClass() != null
                && !pod.status().qosClass().isEmpty()) {
            return pod.status().qosClass().equals("BestEffort");
        }
        if (spec == null) {
            return true;
        }
        if (isPodLevelResourcesSet(pod, features) && spec.resources() != null) {
            return saysNothing(spec.resources());
        }
        List<Container> containers = new ArrayList<>(spec.containers());
        containers.addAll(spec.initContainers());
        for (Container container : containers) {
            if (container.resources() != null && !saysNothing(container.resources())) {
                return false;
            }
        }
        return true;
    }

    private static boolean saysNothing(ResourceRequirements resources) throws QuotaException {
        List<String> names = List.of(ResourceName.CPU, ResourceName.MEMORY);
        return ResourceLists.isZero(ResourceLists.mask(amounts(resources.requests()), names))
                && ResourceLists.isZero(ResourceLists.mask(amounts(resources.limits()), names));
    }

    /** A pod that is being resized uses the largest of what it wants, what it was promised and what it has. */
    private static List<View> requestViews(Pod pod, QuotaFeatures features) {
        View spec = container -> requests(container.resources());
        if (!features.inPlaceResize()) {
            return List.of(spec);
        }
        boolean infeasible = isResizeInfeasible(pod);
        Map<String, ContainerStatus> statuses = statuses(pod);
        View wanted = infeasible ? container -> Map.of() : spec;
        View allocated = container -> {
            ContainerStatus status = statuses.get(container.name());
            return status == null || status.allocatedResources() == null
                    ? wanted.of(container)
                    : status.allocatedResources();
        };
        View actual = container ->
                firstNonEmpty(requests(resources(statuses.get(container.name()))), allocated.of(container));
        return List.of(wanted, allocated, actual);
    }

    private static List<View> limitViews(Pod pod, QuotaFeatures features) {
        View spec = container -> limits(container.resources());
        if (!features.inPlaceResize()) {
            return List.of(spec);
        }
        boolean infeasible = isResizeInfeasible(pod);
        Map<String, ContainerStatus> statuses = statuses(pod);
        View wanted = infeasible ? container -> Map.of() : spec;
        View actual =
                container -> firstNonEmpty(limits(resources(statuses.get(container.name()))), wanted.of(container));
        return List.of(wanted, actual);
    }

    /** Adds up each view and takes the largest sum of each resource. */
    private static Map<String, Quantity> largest(PodSpec spec, List<View> views) throws QuotaException {
        Map<String, Quantity> largest = Map.of();
        for (View view : views) {
            largest = max(aggregate(spec, view), largest);
        }
        return largest;
    }

    // tag::aggregate[]
    private static Map<String, Quantity> aggregate(PodSpec spec, View view)
            throws QuotaException {
        Map<String, Quantity> running = Map.of(); // the containers and all sidecars
        for (Container container : spec.containers()) {
            running = add(running, amounts(view.of(container)));
        }
        Map<String, Quantity> sidecars = Map.of(); // the sidecars started so far
        Map<String, Quantity> initPeak = Map.of();
        for (Container container : spec.initContainers()) {
            Map<String, Quantity> own = amounts(view.of(container));
            if ("Always".equals(container.restartPolicy())) {
                sidecars = add(sidecars, own);
                running = add(running, own);
                initPeak = max(sidecars, initPeak);
            } else {
                initPeak = max(add(own, sidecars), initPeak);
            }
        }
        return max(initPeak, running);
    }
    // end::aggregate[]

    private static Map<String, Quantity> replacePodLevel(
            Map<String, Quantity> aggregate, Map<String, Quantity> podLevel) {
        Map<String, Quantity> result = new TreeMap<>(aggregate);
        podLevel.forEach((name, amount) -> {
            if (isPodLevel(name)) {
                result.put(name, amount);
            }
        });
        return result;
    }

    private static boolean isPodLevel(String name) {
        return name.equals(ResourceName.CPU)
                || name.equals(ResourceName.MEMORY)
                || name.startsWith(ResourceName.HUGEPAGES_PREFIX);
    }

    private static boolean isResizeInfeasible(Pod pod) {
        PodStatus status = pod.status();
        return status != null
                && status.conditions().stream()
                        .filter(condition -> "PodResizePending".equals(condition.type()))
                        .findFirst()
                        .filter(condition -> "Infeasible".equals(condition.reason()))
                        .isPresent();
    }

    private static Map<@Nullable String, ContainerStatus> statuses(Pod pod) {
        Map<@Nullable String, ContainerStatus> byName = new HashMap<>();
        if (pod.status() != null) {
            pod.status().containerStatuses().forEach(status -> byName.put(status.name(), status));
            pod.status().initContainerStatuses().forEach(status -> byName.put(status.name(), status));
        }
        return byName;
    }

    private static Map<String, String> firstNonEmpty(Map<String, String> first, Map<String, String> second) {
        return first.isEmpty() ? second : first;
    }

    private static @Nullable ResourceRequirements resources(@Nullable ContainerStatus status) {
        return status == null ? null : status.resources();
    }

    private static Map<String, String> requests(@Nullable ResourceRequirements resources) {
        return resources == null ? Map.of() : resources.requests();
    }

    private static Map<String, String> limits(@Nullable ResourceRequirements resources) {
        return resources == null ? Map.of() : resources.limits();
    }
}
