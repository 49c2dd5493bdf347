package insideinformer.quota;

import insideinformer.api.Affinity;
import insideinformer.api.PersistentVolumeClaim;
import insideinformer.api.Pod;
import insideinformer.api.PodAffinity;
import insideinformer.api.PodAffinityTerm;
import insideinformer.api.ScopedResourceSelectorRequirement;
import insideinformer.api.WeightedPodAffinityTerm;
import insideinformer.selectors.InvalidSelectorException;
import insideinformer.selectors.LabelSelector;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The scopes of quotas, and which pods and claims are in them. An unknown scope matches nothing.
 *
 * <p>Upstream: kubernetes {@code pkg/quota/v1/evaluator/core/pods.go, podMatchesScopeFunc} and
 * {@code persistent_volume_claims.go, pvcMatchesScopeFunc}.
 */
public final class Scopes {

    public static final String TERMINATING = "Terminating";
    public static final String NOT_TERMINATING = "NotTerminating";
    public static final String BEST_EFFORT = "BestEffort";
    public static final String NOT_BEST_EFFORT = "NotBestEffort";
    public static final String PRIORITY_CLASS = "PriorityClass";
    public static final String CROSS_NAMESPACE_POD_AFFINITY = "CrossNamespacePodAffinity";
    public static final String VOLUME_ATTRIBUTES_CLASS = "VolumeAttributesClass";

    private Scopes() {}

    // tag::scopes[]
    static boolean podMatchesScopeFunc(
            ScopedResourceSelectorRequirement scope, Pod pod, QuotaFeatures features)
            throws QuotaException {
        return switch (String.valueOf(scope.scopeName())) {
            case TERMINATING -> PodEvaluator.isTerminating(pod);
            case NOT_TERMINATING -> !PodEvaluator.isTerminating(pod);
            case BEST_EFFORT -> PodResources.isBestEffort(pod, features);
            case NOT_BEST_EFFORT -> !PodResources.isBestEffort(pod, features);
            case PRIORITY_CLASS -> matchesSelector(scope, priorityClass(pod));
            case CROSS_NAMESPACE_POD_AFFINITY -> usesCrossNamespacePodAffinity(pod);
            default -> false;
        };
    }
    // end::scopes[]

    private static @Nullable String priorityClass(Pod pod) {
        return pod.spec() == null ? null : pod.spec().priorityClassName();
    }

    static boolean pvcMatchesScopeFunc(ScopedResourceSelectorRequirement scope, PersistentVolumeClaim claim)
            throws QuotaException {
        if (!VOLUME_ATTRIBUTES_CLASS.equals(scope.scopeName())) {
            return false;
        }
        Set<String> classes = getReferencedVolumeAttributesClassNames(claim);
        boolean matches = classes.isEmpty() && matchesSelector(scope, null);
        for (String name : classes) {
            matches |= matchesSelector(scope, name);
        }
        return matches;
    }

    /** The attributes classes that a claim wants, has, or is changing to. */
    static Set<String> getReferencedVolumeAttributesClassNames(PersistentVolumeClaim claim) {
        Set<String> classes = new TreeSet<>();
        if (claim.spec() != null) {
            addNonEmpty(classes, claim.spec().volumeAttributesClassName());
        }
        if (claim.status() != null) {
            addNonEmpty(classes, claim.status().currentVolumeAttributesClassName());
            if (claim.status().modifyVolumeStatus() != null) {
                addNonEmpty(classes, claim.status().modifyVolumeStatus().targetVolumeAttributesClassName());
            }
        }
        return classes;
    }

    private static void addNonEmpty(Set<String> names, @Nullable String name) {
        if (name != null && !name.isEmpty()) {
            names.add(name);
        }
    }

    /**
     * Matches like a label selector on one label. Its key is the scope's name, its value the class; without class, no
     * label.
     */
    private static boolean matchesSelector(ScopedResourceSelectorRequirement scope, @Nullable String name)
            throws QuotaException {
        boolean named = name != null && !name.isEmpty();
        if ("Exists".equals(scope.operator())) {
            return named;
        }
        String label = String.valueOf(scope.scopeName());
        LabelSelector.Operator operator =
                switch (String.valueOf(scope.operator())) {
                    case "In" -> LabelSelector.Operator.IN;
                    case "NotIn" -> LabelSelector.Operator.NOT_IN;
                    case "DoesNotExist" -> LabelSelector.Operator.DOES_NOT_EXIST;
                    default ->
                        throw new QuotaException(
                                QuotaException.Kind.BAD_SELECTOR,
                                "\"" + scope.operator() + "\" is not a valid scope selector operator");
                };
        try {
            return LabelSelector.everything()
                    .add(LabelSelector.Requirement.of(label, operator, scope.values()))
                    .matches(name != null && named ? Map.of(label, name) : Map.of());
        } catch (InvalidSelectorException e) {
            throw new QuotaException(QuotaException.Kind.BAD_SELECTOR, String.valueOf(e.getMessage()), e);
        }
    }

    /** Whether the affinity of a pod names or selects other namespaces. */
    private static boolean usesCrossNamespacePodAffinity(Pod pod) {
        Affinity affinity = pod.spec() == null ? null : pod.spec().affinity();
        return affinity != null && (crossNamespacePodAffinity(affinity.podAffinity())
                || crossNamespacePodAffinity(affinity.podAntiAffinity()));
    }

    private static boolean crossNamespacePodAffinity(@Nullable PodAffinity affinity) {
        if (affinity == null) {
            return false;
        }
        Stream<@Nullable PodAffinityTerm> required = affinity.requiredDuringSchedulingIgnoredDuringExecution().stream()
                .map(t -> t);
        Stream<@Nullable PodAffinityTerm> preferred =
                affinity.preferredDuringSchedulingIgnoredDuringExecution().stream()
                        .map(WeightedPodAffinityTerm::podAffinityTerm);
        return Stream.concat(required, preferred).anyMatch(Scopes::crossNamespacePodAffinityTerm);
    }

    private static boolean crossNamespacePodAffinityTerm(@Nullable PodAffinityTerm term) {
        if (term == null) {
            return false;
        }
        boolean selects = term.namespaceSelector() != null
                && !term.namespaceSelector().tree().isNull();
        return !term.namespaces().isEmpty() || selects; // an empty selector selects all namespaces
    }
}
