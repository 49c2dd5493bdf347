package insideinformer.json;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A map that never changes, keeps its entries in the order in which they came, and costs one array. API objects are
 * full of small maps: labels, amounts, unknown fields. Looking through the array of a small map is as quick as hashing;
 * a larger one is hashed, too.
 *
 * <p>Keys and values are never null. Any thread may read. Each attempt to change the map throws {@link
 * UnsupportedOperationException}.
 *
 * <p>No upstream: Go's maps have no order and are written sorted.
 */
public final class CompactMap<V> extends AbstractMap<String, V> {

    private static final int SMALL = 16; // entries
    private static final CompactMap<Object> EMPTY = new CompactMap<>(new Object[0], null);

    private final Object[] entries; // key, value, key, value …
    private final @Nullable Map<String, Integer> places; // of keys in entries; null: small enough to look through

    private CompactMap(Object[] entries, @Nullable Map<String, Integer> places) {
        this.entries = entries;
        this.places = places;
    }

    /**
     * The same entries in the same order; null counts as empty.
     *
     * @throws NullPointerException if a key or a value is null
     */
    @SuppressWarnings("unchecked") // a map that never changes can be read as one of a wider type
    public static <V> Map<String, V> copyOf(@Nullable Map<String, ? extends V> map) {
        if (map == null || map.isEmpty()) {
            return (Map<String, V>) EMPTY; // unlike Map.of(), it can be asked for null
        }
        if (map instanceof CompactMap) {
            return (Map<String, V>) map;
        }
        Builder<V> builder = new Builder<>(map.size());
        map.forEach(builder::put);
        return builder.build();
    }

    @Override
    @SuppressWarnings("unchecked") // only the builder puts something in
    public @Nullable V get(@Nullable Object key) {
        int place = place(entries, entries.length, places, key);
        return place < 0 ? null : (V) entries[place + 1];
    }

    @Override
    public boolean containsKey(@Nullable Object key) {
        return place(entries, entries.length, places, key) >= 0;
    }

    private static int place(
            @Nullable Object[] entries, int length, @Nullable Map<String, Integer> places, @Nullable Object key) {
        if (places != null) {
            return places.getOrDefault(key, -1);
        }
        for (int i = 0; i < length; i += 2) {
            if (Objects.equals(entries[i], key)) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public int size() {
        return entries.length / 2;
    }

    @Override
    public Set<Entry<String, V>> entrySet() {
        return new AbstractSet<>() {
            @Override
            public int size() {
                return CompactMap.this.size();
            }

            @Override
            public Iterator<Entry<String, V>> iterator() {
                return new InOrder();
            }
        };
    }

    private final class InOrder implements Iterator<Map.Entry<String, V>> {

        private int next;

        @Override
        public boolean hasNext() {
            return next < entries.length;
        }

        @Override
        @SuppressWarnings("unchecked") // only the builder puts something in
        public Map.Entry<String, V> next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            Map.Entry<String, V> entry = Map.entry((String) entries[next], (V) entries[next + 1]);
            next += 2;
            return entry;
        }
    }

    /** Collects entries. If a key comes twice, its later value takes the place of the earlier one. */
    static final class Builder<V> {

        private @Nullable Object[] entries;
        private int length;
        private @Nullable Map<String, Integer> places;

        Builder(int expectedSize) {
            entries = new Object[2 * expectedSize];
        }

        void put(String key, V value) {
            Objects.requireNonNull(key, "null is no key");
            Objects.requireNonNull(value, () -> "null stands under " + key);
            int place = place(entries, length, places, key);
            if (place >= 0) {
                entries[place + 1] = value;
                return;
            }
            if (length == entries.length) {
                entries = Arrays.copyOf(entries, Math.max(8, 2 * length));
            }
            entries[length] = key;
            entries[length + 1] = value;
            if (places != null) {
                places.put(key, length);
            }
            length += 2;
            if (length == 2 * SMALL) {
                places = new HashMap<>();
                for (int i = 0; i < length; i += 2) {
                    places.put((String) Objects.requireNonNull(entries[i]), i);
                }
            }
        }

        @SuppressWarnings("unchecked") // the empty map holds no value of another type
        Map<String, V> build() {
            return length == 0 ? (Map<String, V>) EMPTY : new CompactMap<>(filled(), places);
        }

        private Object[] filled() {
            Object[] filled = new Object[length];
            System.arraycopy(entries, 0, filled, 0, length);
            return filled;
        }
    }
}
