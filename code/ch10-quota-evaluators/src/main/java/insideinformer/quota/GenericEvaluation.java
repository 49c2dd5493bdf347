package insideinformer.quota;

import insideinformer.api.GroupResource;
import insideinformer.api.KubernetesObject;
import insideinformer.api.ResourceQuota;
import insideinformer.api.ScopeSelector;
import insideinformer.api.ScopedResourceSelectorRequirement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Steps that all evaluators share: matching scopes, and adding up the objects of a namespace.
 *
 * <p>Upstream: apiserver {@code pkg/quota/v1/generic/evaluator.go}.
 */
public final class GenericEvaluation {

    /** Whether one scope term matches an object. */
    @FunctionalInterface
    interface MatchesScopeFunc {
        boolean matches(ScopedResourceSelectorRequirement scope, KubernetesObject item) throws QuotaException;
    }

    /** What one object uses. */
    @FunctionalInterface
    interface UsageFunc {
        Map<String, Quantity> usage(KubernetesObject item) throws QuotaException;
    }

    /** For resources without scopes. A quota with a scope never matches them. */
    static final MatchesScopeFunc MATCHES_NO_SCOPE = (scope, item) -> false;

    private GenericEvaluation() {}

    /** The name that counts the objects of a resource, such as {@code count/deployments.apps}. */
    public static String objectCountQuotaResourceNameFor(GroupResource resource) {
        return "count/" + resource;
    }

    /** The scopes of a quota, each as a term with {@code Exists}, followed by the terms of its selector. */
    public static List<ScopedResourceSelectorRequirement> getScopeSelectorsFromQuota(ResourceQuota quota) {
        return quota.spec() == null
                ? List.of()
                : getScopeSelectorsFromQuota(quota.spec().scopes(), quota.spec().scopeSelector());
    }

    private static List<ScopedResourceSelectorRequirement> getScopeSelectorsFromQuota(
            List<String> scopes, @Nullable ScopeSelector selector) {
        List<ScopedResourceSelectorRequirement> terms = new ArrayList<>();
        scopes.forEach(scope -> terms.add(new ScopedResourceSelectorRequirement(scope, "Exists", List.of(), Map.of())));
        if (selector != null) {
            terms.addAll(selector.matchExpressions());
        }
        return terms;
    }

    /** Reads the status, not the spec: a limit counts only after the controller has taken it into the status. */
    static boolean matches(
            @Nullable ResourceQuota quota,
            KubernetesObject item,
            Function<Collection<String>, List<String>> matchingResources,
            MatchesScopeFunc scopes)
            throws QuotaException {
        if (quota == null) {
            throw new QuotaException(QuotaException.Kind.NO_QUOTA, "expected a quota to match against, got none");
        }
        Collection<String> limited =
                quota.status() == null ? List.of() : quota.status().hard().keySet();
        boolean inScope = matchesAll(getScopeSelectorsFromQuota(quota), item, scopes);
        return inScope && !matchingResources.apply(limited).isEmpty();
    }

    static List<ScopedResourceSelectorRequirement> matchingScopes(
            KubernetesObject item, List<ScopedResourceSelectorRequirement> terms, MatchesScopeFunc scopes)
            throws QuotaException {
        List<ScopedResourceSelectorRequirement> matching = new ArrayList<>();
        for (ScopedResourceSelectorRequirement term : terms) {
            if (scopes.matches(term, item)) {
                matching.add(term);
            }
        }
        return matching;
    }

    /** Compares the names of the scopes only, not their operators and values. */
    static List<ScopedResourceSelectorRequirement> uncovered(
            List<ScopedResourceSelectorRequirement> limited, List<ScopedResourceSelectorRequirement> matched) {
        List<@Nullable String> covered = new ArrayList<>();
        matched.forEach(term -> covered.add(term.scopeName()));
        return limited.stream()
                .filter(term -> !covered.contains(term.scopeName()))
                .toList();
    }

    // tag::stats[]
    static UsageStats calculateUsageStats(
            UsageStatsOptions options,
            ListFuncByNamespace lister,
            MatchesScopeFunc scopes,
            UsageFunc usage) throws UsageStatsException {
        Map<String, Quantity> used = new TreeMap<>();
        options.resources().forEach(name -> used.put(name, Quantity.ZERO));
        List<ScopedResourceSelectorRequirement> terms =
                getScopeSelectorsFromQuota(options.scopes(), options.scopeSelector());
        for (KubernetesObject item : list(lister, options.namespace(), used)) {
            try {
                if (matchesAll(terms, item, scopes)) {
                    Map<String, Quantity> own = usage.usage(item);
                    own.forEach((name, n) -> used.merge(name, n, Quantity::add));
                }
            } catch (QuotaException e) {
                throw new UsageStatsException(e, used);
            } catch (ArithmeticException e) {
                throw new UsageStatsException(badQuantity(e), used);
            }
        }
        return new UsageStats(used);
    }
    // end::stats[]

    private static List<? extends KubernetesObject> list(
            ListFuncByNamespace lister, String namespace, Map<String, Quantity> zeros) throws UsageStatsException {
        try {
            return lister.list(namespace);
        } catch (Exception e) {
            if (e instanceof InterruptedException) {
                Thread.currentThread().interrupt(); // ends the caller's next wait
            }
            String message = "failed to list content: " + e.getMessage();
            throw new UsageStatsException(new QuotaException(QuotaException.Kind.LIST_FAILED, message, e), zeros);
        }
    }

    // Looks at every term, also after one that does not match, so that an invalid term is always reported.
    private static boolean matchesAll(
            List<ScopedResourceSelectorRequirement> terms, KubernetesObject item, MatchesScopeFunc scopes)
            throws QuotaException {
        boolean all = true;
        for (ScopedResourceSelectorRequirement term : terms) {
            all &= scopes.matches(term, item);
        }
        return all;
    }

    /** The object, cast to the type that an evaluator measures. */
    static <T extends KubernetesObject> T expect(Class<T> type, @Nullable KubernetesObject item) throws QuotaException {
        if (type.isInstance(item)) {
            return type.cast(item);
        }
        String got = item == null ? "nothing" : item.getClass().getSimpleName();
        throw new QuotaException(QuotaException.Kind.WRONG_TYPE, "expect " + type.getSimpleName() + ", got " + got);
    }

    /** Reads the amounts of an object. */
    static Map<String, Quantity> amounts(Map<String, String> texts) throws QuotaException {
        try {
            return ResourceLists.parse(texts);
        } catch (QuantityFormatException e) {
            throw badQuantity(e);
        }
    }

    private static QuotaException badQuantity(Exception why) {
        return new QuotaException(QuotaException.Kind.BAD_QUANTITY, String.valueOf(why.getMessage()), why);
    }
}
