package insideinformer.quota;

import static insideinformer.quota.ServiceEvaluator.getQuotaServiceType;

import insideinformer.api.ContainerStatus;
import insideinformer.api.GroupResource;
import insideinformer.api.GroupVersionResource;
import insideinformer.api.PersistentVolumeClaim;
import insideinformer.api.Pod;
import insideinformer.api.PodStatus;
import insideinformer.api.ResourceRequirements;
import insideinformer.api.Service;
import insideinformer.wait.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the evaluators of a cluster, for admission and for the controllers.
 *
 * <p>Upstream: kubernetes {@code pkg/quota/v1/install} and {@code pkg/quota/v1/evaluator/core/registry.go}.
 */
public final class QuotaInstall {

    private static final Logger LOG = LoggerFactory.getLogger(QuotaInstall.class);

    // Counted as count/NAME, and also as NAME, which is the older way.
    private static final List<String> COUNTED_BY_ALIAS =
            List.of("configmaps", "resourcequotas", "replicationcontrollers", "secrets");

    private static final GroupVersionResource RESOURCE_CLAIMS =
            new GroupVersionResource("resource.k8s.io", "v1", "resourceclaims");

    private static final Set<GroupResource> IGNORED = Set.of(
            new GroupResource("", "bindings"),
            new GroupResource("", "componentstatuses"),
            new GroupResource("", "events"),
            new GroupResource("events.k8s.io", "events"),
            new GroupResource("authentication.k8s.io", "tokenreviews"),
            new GroupResource("authentication.k8s.io", "selfsubjectreviews"),
            new GroupResource("authorization.k8s.io", "subjectaccessreviews"),
            new GroupResource("authorization.k8s.io", "selfsubjectaccessreviews"),
            new GroupResource("authorization.k8s.io", "localsubjectaccessreviews"),
            new GroupResource("authorization.k8s.io", "selfsubjectrulesreviews"));

    private QuotaInstall() {}

    /** Evaluators that measure single objects and cannot count a namespace. */
    public static QuotaConfiguration forAdmission(Clock clock, QuotaFeatures features) {
        return new QuotaConfiguration(newEvaluators(resource -> ListFuncByNamespace.NONE, clock, features), IGNORED);
    }

    /** Evaluators that also count the objects of the listers. */
    public static QuotaConfiguration forControllers(
            ListerForResourceFunc listers, Clock clock, QuotaFeatures features) {
        return new QuotaConfiguration(newEvaluators(listers, clock, features), IGNORED);
    }

    /** Resources that are not stored, or that nobody wants to count. */
    public static Set<GroupResource> defaultIgnoredResources() {
        return IGNORED;
    }

    private static List<Evaluator> newEvaluators(ListerForResourceFunc listers, Clock clock, QuotaFeatures features) {
        List<Evaluator> evaluators = new ArrayList<>();
        evaluators.add(new PodEvaluator(listers.listerFor(core("pods")), clock, features));
        evaluators.add(new ServiceEvaluator(listers.listerFor(core("services"))));
        evaluators.add(new PersistentVolumeClaimEvaluator(listers.listerFor(core("persistentvolumeclaims")), features));
        evaluators.add(new ResourceClaimEvaluator(
                namespace -> listers.listerFor(RESOURCE_CLAIMS).list(namespace))); // not every server has them
        for (String name : COUNTED_BY_ALIAS) {
            GroupVersionResource resource = core(name);
            evaluators.add(new ObjectCountEvaluator(resource.groupResource(), listers.listerFor(resource), name));
        }
        return evaluators;
    }

    private static GroupVersionResource core(String resource) {
        return new GroupVersionResource("", "v1", resource);
    }

    // tag::filter[]
    /** Accepts the updates that might free quota, or move an object to another quota. */
    public static UpdateFilter defaultUpdateFilter(
            Clock clock, QuotaFeatures features) {
        return (resource, a, b) -> switch (resource.groupResource().toString()) {
            case "pods" ->
                a instanceof Pod old
                        && b instanceof Pod now
                        && podChanged(old, now, clock, features);
            case "services" ->
                a instanceof Service old
                        && b instanceof Service now
                        && !getQuotaServiceType(old).equals(getQuotaServiceType(now));
            case "persistentvolumeclaims" ->
                a instanceof PersistentVolumeClaim old
                        && b instanceof PersistentVolumeClaim now
                        && requiresReplenish(now, old, features);
            default -> false;
        };
    }
    // end::filter[]

    private static boolean podChanged(Pod old, Pod now, Clock clock, QuotaFeatures features) {
        return features.inPlaceResize() && resourcesChanged(old.status(), now.status())
                || PodEvaluator.isTerminating(old) != PodEvaluator.isTerminating(now)
                || PodEvaluator.quotaV1Pod(old, clock) && !PodEvaluator.quotaV1Pod(now, clock);
    }

    private static boolean requiresReplenish(
            PersistentVolumeClaim claim, PersistentVolumeClaim old, QuotaFeatures features) {
        try {
            return PersistentVolumeClaimEvaluator.requiresQuotaReplenish(claim, old, features);
        } catch (QuotaException e) {
            LOG.warn(
                    "The allocated size of claim {}/{} is no quantity; its quotas are counted again",
                    claim.metadata().namespace(),
                    claim.metadata().name(),
                    e);
            return true;
        }
    }

    /** Starts from the new statuses, so that the first report of a container counts as a change. */
    private static boolean resourcesChanged(@Nullable PodStatus old, @Nullable PodStatus now) {
        if (now == null) {
            return false;
        }
        return resourcesChanged(old == null ? List.of() : old.containerStatuses(), now.containerStatuses())
                || resourcesChanged(old == null ? List.of() : old.initContainerStatuses(), now.initContainerStatuses());
    }

    private static boolean resourcesChanged(List<ContainerStatus> old, List<ContainerStatus> now) {
        Map<@Nullable String, @Nullable ResourceRequirements> before = new HashMap<>();
        old.forEach(status -> before.put(status.name(), status.resources()));
        return now.stream().anyMatch(status -> !sameAmounts(before.get(status.name()), status.resources()));
    }

    private static boolean sameAmounts(@Nullable ResourceRequirements a, @Nullable ResourceRequirements b) {
        if (a == null || b == null) {
            return a == b;
        }
        try {
            return GenericEvaluation.amounts(a.requests()).equals(GenericEvaluation.amounts(b.requests()))
                    && GenericEvaluation.amounts(a.limits()).equals(GenericEvaluation.amounts(b.limits()));
        } catch (QuotaException e) {
            LOG.warn("A container status has an amount that is no quantity; the pod's quotas are counted again", e);
            return false;
        }
    }
}
