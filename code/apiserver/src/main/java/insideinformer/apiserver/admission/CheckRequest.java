package insideinformer.apiserver.admission;

import static insideinformer.quota.ResourceLists.removeZeros;
import static insideinformer.quota.ResourceLists.subtractWithNonNegativeResult;

import insideinformer.api.ApiException;
import insideinformer.api.KubernetesObject;
import insideinformer.api.ScopedResourceSelectorRequirement;
import insideinformer.apiserver.errors.Errors;
import insideinformer.quota.AdmissionRequest;
import insideinformer.quota.AdmissionRequest.Operation;
import insideinformer.quota.Evaluator;
import insideinformer.quota.GenericEvaluation;
import insideinformer.quota.Quantity;
import insideinformer.quota.QuotaException;
import insideinformer.quota.ResourceLists;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks one request against the quotas of its namespace and computes the quotas as they would be with it. Changes
 * nothing.
 *
 * <p>Upstream: {@code admission/plugin/resourcequota/controller.go, CheckRequest}.
 */
public final class CheckRequest {

    private static final Logger LOG = LoggerFactory.getLogger(CheckRequest.class);

    private final AdmissionRequest request;
    private final KubernetesObject object;
    private final Evaluator evaluator;

    private CheckRequest(AdmissionRequest request, KubernetesObject object, Evaluator evaluator) {
        this.request = request;
        this.object = object;
        this.evaluator = evaluator;
    }

    /**
     * The quotas as they would be if the request went through, in their order: charged where they apply.
     *
     * @throws ApiException 403: the request is refused
     * @throws QuotaException it cannot be judged, which refuses it as well
     */
    public static List<MeasuredQuota> check(
            List<MeasuredQuota> quotas, AdmissionRequest request, Evaluator evaluator, List<LimitedResource> limited)
            throws ApiException, QuotaException {
        KubernetesObject object = request.object();
        if (object == null || !evaluator.handles(request)) {
            return quotas;
        }
        return new CheckRequest(request, object, evaluator).check(quotas, limited);
    }

    private List<MeasuredQuota> check(List<MeasuredQuota> quotas, List<LimitedResource> limited)
            throws ApiException, QuotaException {
        List<ScopedResourceSelectorRequirement> limitedScopes;
        try {
            limitedScopes = limitedScopes(limited);
        } catch (QuotaException e) {
            LOG.warn("the limited scopes cannot be matched against {}; the request passes", describe(), e);
            return quotas;
        }
        Set<String> limitedNames = limitedNames(limited);

        // tag::check[]
        List<ScopedResourceSelectorRequirement> coveredScopes = new ArrayList<>();
        Set<String> coveredNames = new TreeSet<>();
        List<MeasuredQuota> applying = new ArrayList<>();
        for (MeasuredQuota quota : quotas) {
            coveredScopes.addAll(matchingScopes(quota));
            if (evaluator.matches(quota.quota(), object)) {
                coveredNames.addAll(requireUsable(quota));
                applying.add(quota);
            }
        }
        Map<String, Quantity> usage = positive(evaluator.usage(object));
        Map<String, Quantity> delta = delta(usage);
        List<MeasuredQuota> newlyApplying = newlyApplying(applying);
        if (delta.isEmpty() && newlyApplying.isEmpty()) {
            return quotas; // nothing to charge, whatever the limits say
        }
        requireCovered(limitedNames, coveredNames, limitedScopes, coveredScopes);

        List<MeasuredQuota> charged = new ArrayList<>(quotas);
        for (MeasuredQuota quota : applying) {
            boolean inFull = newlyApplying.contains(quota);
            charged.set(quotas.indexOf(quota), charge(quota, inFull ? usage : delta));
        }
        return charged;
        // end::check[]
    }

    private List<ScopedResourceSelectorRequirement> limitedScopes(List<LimitedResource> limited) throws QuotaException {
        List<ScopedResourceSelectorRequirement> scopes = new ArrayList<>();
        for (LimitedResource resource : limited) {
            scopes.addAll(evaluator.matchingScopes(object, resource.matchScopes()));
        }
        return scopes;
    }

    private Set<String> limitedNames(List<LimitedResource> limited) throws QuotaException {
        List<String> parts = limited.stream()
                .filter(l -> l.resource().equals(request.resource()))
                .flatMap(l -> l.matchContains().stream())
                .toList();
        Set<String> names = new TreeSet<>();
        if (!parts.isEmpty()) {
            evaluator.usage(object).forEach((name, amount) -> {
                if (amount.sign() > 0 && parts.stream().anyMatch(name::contains)) {
                    names.add(name);
                }
            });
        }
        return names;
    }

    private List<ScopedResourceSelectorRequirement> matchingScopes(MeasuredQuota quota) throws QuotaException {
        try {
            return evaluator.matchingScopes(object, GenericEvaluation.getScopeSelectorsFromQuota(quota.quota()));
        } catch (QuotaException e) {
            String message = "error matching scopes of quota " + quota.name() + ", err: " + e.getMessage();
            throw new QuotaException(e.kind(), message, e);
        }
    }

    /** What an applying quota limits of this kind: the object must say what it wants, and the usage must be known. */
    private List<String> requireUsable(MeasuredQuota quota) throws ApiException {
        List<String> limited = evaluator.matchingResources(quota.hard().keySet());
        try {
            evaluator.constraints(limited, object);
        } catch (QuotaException e) {
            throw forbidden("failed quota: " + quota.name() + ": " + e.getMessage());
        }
        if (!quota.used().keySet().containsAll(limited)) {
            throw forbidden("status unknown for quota: " + quota.name() + ", resources: " + sorted(limited));
        }
        return limited;
    }

    private Map<String, Quantity> positive(Map<String, Quantity> usage) throws ApiException {
        List<String> negative = ResourceLists.isNegative(usage);
        if (!negative.isEmpty()) {
            throw forbidden("quota usage is negative for resource(s): " + sorted(negative));
        }
        return removeZeros(usage);
    }

    // tag::delta[]
    /** What the object uses more than before. The controller takes away what it uses less. */
    private Map<String, Quantity> delta(Map<String, Quantity> usage)
            throws ApiException, QuotaException {
        if (request.operation() == Operation.UPDATE && request.oldObject() == null) {
            throw forbidden("unable to get previous usage since prior version of object"
                    + " was not found");
        }
        KubernetesObject before = before();
        Map<String, Quantity> paid =
                before == null ? Map.of() : evaluator.usage(before);
        return removeZeros(subtractWithNonNegativeResult(usage, paid));
    }

    /** Quotas that an update brings the object under: they have never charged it. */
    private List<MeasuredQuota> newlyApplying(List<MeasuredQuota> applying)
            throws QuotaException {
        KubernetesObject before = before();
        List<MeasuredQuota> result = new ArrayList<>();
        for (MeasuredQuota quota : applying) {
            if (before != null && !evaluator.matches(quota.quota(), before)) {
                result.add(quota);
            }
        }
        return result;
    }
    // end::delta[]

    /** The object that has been charged already. Without a version it has not: the update creates the object. */
    private @Nullable KubernetesObject before() {
        KubernetesObject old = request.oldObject();
        if (request.operation() != Operation.UPDATE || old == null) {
            return null;
        }
        String version = old.metadata().resourceVersion();
        return version == null || version.isEmpty() ? null : old;
    }

    private void requireCovered(
            Set<String> limitedNames,
            Set<String> coveredNames,
            List<ScopedResourceSelectorRequirement> limitedScopes,
            List<ScopedResourceSelectorRequirement> coveredScopes)
            throws ApiException, QuotaException {
        List<String> names = ResourceLists.difference(limitedNames, coveredNames);
        if (!names.isEmpty()) {
            throw forbidden("insufficient quota to consume: " + sorted(names));
        }
        List<ScopedResourceSelectorRequirement> scopes = evaluator.uncoveredQuotaScopes(limitedScopes, coveredScopes);
        if (!scopes.isEmpty()) {
            throw new QuotaException(
                    QuotaException.Kind.UNCOVERED_SCOPES,
                    "insufficient quota to match these scopes: " + goText(scopes));
        }
    }

    private MeasuredQuota charge(MeasuredQuota quota, Map<String, Quantity> charge) throws ApiException {
        Map<String, Quantity> requested =
                ResourceLists.mask(charge, quota.hard().keySet());
        Map<String, Quantity> total = ResourceLists.add(quota.used(), requested);
        List<String> exceeded = ResourceLists.lessThanOrEqual(
                        ResourceLists.mask(total, requested.keySet()), quota.hard())
                .exceeded(); // only the names that the request asks for
        boolean onlyTold = request.subresource().equals("status"); // a status tells what has happened already
        if (!exceeded.isEmpty() && !onlyTold) {
            throw forbidden("exceeded quota: " + quota.name()
                    + ", requested: " + prettyPrint(ResourceLists.mask(requested, exceeded))
                    + ", used: " + prettyPrint(ResourceLists.mask(quota.used(), exceeded))
                    + ", limited: " + prettyPrint(ResourceLists.mask(quota.hard(), exceeded)));
        }
        return quota.withUsed(total);
    }

    private ApiException forbidden(String why) {
        return Errors.forbidden(request.resource(), name(), why);
    }

    private String name() {
        if (!request.name().isEmpty()) {
            return request.name();
        }
        return firstNonEmpty(object.metadata().name(), object.metadata().generateName());
    }

    private static String firstNonEmpty(@Nullable String first, @Nullable String second) {
        if (first != null && !first.isEmpty()) {
            return first;
        }
        return second != null && !second.isEmpty() ? second : "Unknown";
    }

    private String describe() {
        return request.resource() + " " + request.namespace() + "/" + name();
    }

    private static String sorted(Collection<String> names) {
        return String.join(",", new TreeSet<>(names));
    }

    /** {@code cpu=1,memory=2Gi}. */
    private static String prettyPrint(Map<String, Quantity> list) {
        return new TreeMap<>(list)
                .entrySet().stream().map(e -> e.getKey() + "=" + e.getValue()).collect(Collectors.joining(","));
    }

    /** {@code [{PriorityClass In [a b]}]}, as Go prints a list of terms. */
    private static String goText(List<ScopedResourceSelectorRequirement> terms) {
        return terms.stream()
                .map(t -> "{" + t.scopeName() + " " + t.operator() + " [" + String.join(" ", t.values()) + "]}")
                .collect(Collectors.joining(" ", "[", "]"));
    }
}
