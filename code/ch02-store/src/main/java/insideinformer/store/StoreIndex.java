package insideinformer.store;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The indexes of a {@link ThreadSafeMap}. Each has a name and an {@link IndexFunc}, and leads from each value of that
 * function to the keys of the objects that have the value. The lock of the map guards it.
 *
 * <p>Upstream: {@code tools/cache/thread_safe_store.go, storeIndex}.
 */
final class StoreIndex<T> {

    // I1  Every name in indices is one in indexers.
    // I2  A key stands under a value exactly if the function gave that value for the object last stored under the key.
    //     An object that is changed in place breaks this for good.
    // I3  No set of keys is empty.

    private final Map<String, IndexFunc<T>> indexers; // index name → function
    private final Map<String, Map<String, Set<String>>> indices = new HashMap<>(); // index name → value → keys

    StoreIndex(Map<String, IndexFunc<T>> indexers) {
        requireFunctions(indexers);
        this.indexers = new HashMap<>(indexers);
    }

    Map<String, IndexFunc<T>> indexers() {
        return Map.copyOf(indexers);
    }

    /**
     * Adds all of {@code more} and indexes {@code items}. Changes nothing if it throws.
     *
     * @throws IndexFunctionException if one of the functions failed
     */
    void addIndexers(Map<String, IndexFunc<T>> more, Map<String, T> items) throws IndexerConflictException {
        requireFunctions(more);
        Set<String> taken = new TreeSet<>(more.keySet());
        taken.retainAll(indexers.keySet());
        if (!taken.isEmpty()) {
            throw new IndexerConflictException(taken);
        }
        Map<String, Map<String, Set<String>>> made = new HashMap<>();
        more.forEach((name, function) -> made.put(name, indexOf(name, function, items)));
        indexers.putAll(more);
        indices.putAll(made);
    }

    private static <T> void requireFunctions(Map<String, IndexFunc<T>> indexers) {
        indexers.forEach((name, function) -> requireNonNull(function,
                () -> "the function of index \"" + name + "\" is null; give one, or leave the name out"));
    }

    /** Indexes {@code items} and nothing else. Changes nothing if it throws. */
    void replace(Map<String, T> items) {
        Map<String, Map<String, Set<String>>> made = new HashMap<>();
        indexers.forEach((name, function) -> made.put(name, indexOf(name, function, items)));
        indices.clear();
        indices.putAll(made);
    }

    private static <T> Map<String, Set<String>> indexOf(String name, IndexFunc<T> function, Map<String, T> items) {
        Map<String, Set<String>> index = new HashMap<>();
        items.forEach((key, object) -> valuesFor(name, function, object, key)
                .forEach(value -> addKeyToIndex(key, value, index)));
        return index;
    }

    // tag::updateIndices[]
    /** The values of an object to be stored. Nothing else in a write can fail. */
    Map<String, Collection<String>> newValues(T object, String key) {
        Map<String, Collection<String>> values = new HashMap<>();
        indexers.forEach((name, function) ->
                values.put(name, valuesFor(name, function, object, key)));
        return values;
    }

    /** Moves {@code key} from its old values to the new ones. Never fails. */
    void updateIndices(
            @Nullable T oldObject, Map<String, Collection<String>> newValues,
            String key) {
        for (String name : indexers.keySet()) {
            updateSingleIndex(name,
                    oldObject == null ? List.of() : oldValues(name, oldObject, key),
                    newValues.getOrDefault(name, List.of()), key);
        }
    }
    // end::updateIndices[]

    // tag::updateSingleIndex[]
    private void updateSingleIndex(
            String name, Collection<String> oldValues, Collection<String> newValues,
            String key) {
        if (oldValues.size() == 1 && newValues.size() == 1
                && oldValues.containsAll(newValues)) {
            return; // most updates change nothing that is indexed
        }
        var index = indices.computeIfAbsent(name, n -> new HashMap<>());
        oldValues.forEach(value -> deleteKeyFromIndex(key, value, index));
        newValues.forEach(value -> addKeyToIndex(key, value, index));
    }
    // end::updateSingleIndex[]

    private static <T> Collection<String> valuesFor(String name, IndexFunc<T> function, T object, String key) {
        try {
            return valuesOf(function, object);
        } catch (IndexException e) {
            throw new IndexFunctionException(key, name, e.getMessage(), e);
        } catch (RuntimeException | StackOverflowError e) {
            throw new IndexFunctionException(key, name, "it threw " + e.getClass().getSimpleName(), e);
        }
    }

    /** Searches for the values if the function now fails on an object that it accepted before. */
    private Collection<String> oldValues(String name, T oldObject, String key) {
        try {
            return valuesFor(name, Objects.requireNonNull(indexers.get(name)), oldObject, key);
        } catch (IndexFunctionException | Error e) {
            List<String> found = new ArrayList<>();
            index(name).forEach((value, keys) -> {
                if (keys.contains(key)) {
                    found.add(value);
                }
            });
            return found;
        }
    }

    /** Null counts as no values. */
    static <T> Collection<String> valuesOf(IndexFunc<T> function, T object) throws IndexException {
        Collection<String> values = function.values(object);
        if (values == null) {
            return List.of();
        }
        for (String value : values) {
            if (value == null) {
                throw new IndexException(
                        "null is among its values; give the empty text, or leave it out", null);
            }
        }
        return values;
    }

    private static void addKeyToIndex(String key, String value, Map<String, Set<String>> index) {
        index.computeIfAbsent(value, v -> new HashSet<>()).add(key);
    }

    private static void deleteKeyFromIndex(String key, String value, Map<String, Set<String>> index) {
        Set<String> keys = index.get(value);
        if (keys != null && keys.remove(key) && keys.isEmpty()) {
            index.remove(value); // I3: otherwise values that come and go would fill the heap with empty sets
        }
    }

    /** The keys of the objects that share a value with {@code object}. */
    Set<String> getKeysFromIndex(String name, T object) throws IndexException {
        IndexFunc<T> function = indexer(name);
        Set<String> keys = new HashSet<>();
        for (String value : valuesOf(function, object)) {
            keys.addAll(index(name).getOrDefault(value, Set.of()));
        }
        return keys;
    }

    Set<String> getKeysByIndex(String name, String value) throws NoSuchIndexException {
        indexer(name);
        return index(name).getOrDefault(value, Set.of());
    }

    Set<String> getIndexValues(String name) {
        return index(name).keySet();
    }

    private IndexFunc<T> indexer(String name) throws NoSuchIndexException {
        IndexFunc<T> function = indexers.get(name);
        if (function == null) {
            throw new NoSuchIndexException(name);
        }
        return function;
    }

    private Map<String, Set<String>> index(String name) {
        return indices.getOrDefault(name, Collections.emptyMap());
    }
}
