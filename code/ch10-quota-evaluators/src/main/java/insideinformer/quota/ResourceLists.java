package insideinformer.quota;

import insideinformer.api.ScopeSelector;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Arithmetic on resource lists. Such a list maps names of resources to amounts. A name with a zero differs from no
 * name.
 *
 * <p>No method changes its arguments. Every result is unmodifiable and sorted by name.
 *
 * <p>Upstream: apiserver {@code pkg/quota/v1/resources.go}.
 */
public final class ResourceLists {

    /** Whether one list stays within another, and the names in which it does not. */
    public record LessThanOrEqual(boolean ok, List<String> exceeded) {}

    private ResourceLists() {}

    /** A list from the texts that API objects carry. */
    public static Map<String, Quantity> parse(Map<String, String> texts) throws QuantityFormatException {
        SortedMap<String, Quantity> list = new TreeMap<>();
        for (Map.Entry<String, String> entry : texts.entrySet()) {
            list.put(entry.getKey(), Quantity.parse(entry.getValue()));
        }
        return Collections.unmodifiableSortedMap(list);
    }

    /** The texts of a list, as API objects carry them. */
    public static Map<String, String> texts(Map<String, Quantity> list) {
        SortedMap<String, String> texts = new TreeMap<>();
        list.forEach((name, amount) -> texts.put(name, amount.toString()));
        return Collections.unmodifiableSortedMap(texts);
    }

    /** The same names with equal numbers, however they are written. */
    public static boolean equals(Map<String, Quantity> a, Map<String, Quantity> b) {
        return a.equals(b); // quantities are equal by number
    }

    // tag::less[]
    /** Compares the names that both lists have. A name that only one list has does not matter. */
    public static LessThanOrEqual lessThanOrEqual(
            Map<String, Quantity> a, Map<String, Quantity> b) {
        Set<String> exceeded = new TreeSet<>();
        a.forEach((name, amount) -> {
            Quantity bound = b.get(name);
            if (bound != null && amount.cmp(bound) > 0) {
                exceeded.add(name);
            }
        });
        return new LessThanOrEqual(exceeded.isEmpty(), List.copyOf(exceeded));
    }
    // end::less[]

    /** All names of both, each with the larger amount; if they are equal, with that of {@code b}. */
    public static Map<String, Quantity> max(Map<String, Quantity> a, Map<String, Quantity> b) {
        return merge(a, b, (left, right) -> left.cmp(right) > 0 ? left : right);
    }

    public static Map<String, Quantity> add(Map<String, Quantity> a, Map<String, Quantity> b) {
        return merge(a, b, Quantity::add);
    }

    /** All names of both; an amount that only {@code b} has is negated. */
    public static Map<String, Quantity> subtract(Map<String, Quantity> a, Map<String, Quantity> b) {
        SortedMap<String, Quantity> result = new TreeMap<>(a);
        b.forEach((name, amount) -> result.merge(name, amount.neg(), (left, ignored) -> left.sub(amount)));
        return Collections.unmodifiableSortedMap(result);
    }

    /** Like {@link #subtract}, but with zero for a negative result and for a name that {@code a} does not have. */
    public static Map<String, Quantity> subtractWithNonNegativeResult(
            Map<String, Quantity> a, Map<String, Quantity> b) {
        SortedMap<String, Quantity> result = new TreeMap<>(subtract(a, b));
        result.replaceAll((name, amount) -> a.containsKey(name) && amount.sign() > 0 ? amount : Quantity.ZERO);
        return Collections.unmodifiableSortedMap(result);
    }

    /** The entries of {@code list} whose names stand in {@code names}. */
    public static Map<String, Quantity> mask(Map<String, Quantity> list, Collection<String> names) {
        SortedMap<String, Quantity> result = new TreeMap<>(list);
        result.keySet().retainAll(toSet(names));
        return Collections.unmodifiableSortedMap(result);
    }

    public static List<String> resourceNames(Map<String, Quantity> list) {
        return List.copyOf(new TreeSet<>(list.keySet()));
    }

    public static boolean contains(Collection<String> items, String item) {
        return items.contains(item);
    }

    /** Whether {@code item} starts with one of {@code prefixes}. */
    public static boolean containsPrefix(Collection<String> prefixes, String item) {
        return prefixes.stream().anyMatch(item::startsWith);
    }

    /** The names that both have, sorted, each once. */
    public static List<String> intersection(Collection<String> a, Collection<String> b) {
        Set<String> both = new TreeSet<>(a);
        both.retainAll(toSet(b));
        return List.copyOf(both);
    }

    /** The names that only {@code a} has, sorted, each once. */
    public static List<String> difference(Collection<String> a, Collection<String> b) {
        Set<String> rest = new TreeSet<>(a);
        rest.removeAll(toSet(b));
        return List.copyOf(rest);
    }

    /** Whether all amounts are zero; true for the empty list. */
    public static boolean isZero(Map<String, Quantity> list) {
        return list.values().stream().allMatch(Quantity::isZero);
    }

    public static Map<String, Quantity> removeZeros(Map<String, Quantity> list) {
        SortedMap<String, Quantity> result = new TreeMap<>(list);
        result.values().removeIf(Quantity::isZero);
        return Collections.unmodifiableSortedMap(result);
    }

    /** The names whose amount is below zero. */
    public static List<String> isNegative(Map<String, Quantity> list) {
        Set<String> negative = new TreeSet<>();
        list.forEach((name, amount) -> {
            if (amount.sign() < 0) {
                negative.add(name);
            }
        });
        return List.copyOf(negative);
    }

    public static Set<String> toSet(Collection<String> names) {
        return Set.copyOf(names);
    }

    /** Counts a namespace for one quota. If an evaluator fails, only its names are missing from the result. */
    public static CalculatedUsage calculateUsage(
            String namespace,
            List<String> scopes,
            Map<String, Quantity> hard,
            Registry registry,
            @Nullable ScopeSelector selector) {
        List<Evaluator> evaluators = registry.list();
        Set<String> measurable = new TreeSet<>();
        evaluators.forEach(evaluator -> measurable.addAll(evaluator.matchingResources(hard.keySet())));

        // tag::calculate[]
        List<String> matched = List.copyOf(measurable);
        Map<String, Quantity> used = Map.of();
        List<Exception> errors = new ArrayList<>();
        for (Evaluator evaluator : evaluators) {
            List<String> names = evaluator.matchingResources(matched);
            if (names.isEmpty()) {
                continue; // nothing to list for this quota
            }
            try {
                UsageStatsOptions options =
                        new UsageStatsOptions(namespace, scopes, names, selector);
                used = add(used, evaluator.usageStats(options).used());
            } catch (UsageStatsException | ArithmeticException e) {
                errors.add(e);
                matched = difference(matched, names);
            }
        }
        return new CalculatedUsage(mask(used, matched), AggregateException.of(errors));
        // end::calculate[]
    }

    private static Map<String, Quantity> merge(
            Map<String, Quantity> a, Map<String, Quantity> b, BiFunction<Quantity, Quantity, Quantity> both) {
        SortedMap<String, Quantity> result = new TreeMap<>(a);
        b.forEach((name, amount) -> result.merge(name, amount, both));
        return Collections.unmodifiableSortedMap(result);
    }
}
