package insideinformer.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NoSuchElementException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CompactMapTest {

    private static Map<String, Integer> numbered(int size) {
        Map<String, Integer> map = new LinkedHashMap<>();
        for (int i = size; i > 0; i--) {
            map.put("key-" + i, i);
        }
        return map;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 15, 16, 17, 18, 1000})
    void it_is_equal_to_what_it_copies_and_keeps_the_order(int size) {
        Map<String, Integer> source = numbered(size);

        Map<String, Integer> copy = CompactMap.copyOf(source);

        assertThat(copy).isEqualTo(source).hasSameHashCodeAs(source).hasSize(size);
        assertThat(source).isEqualTo(copy);
        assertThat(copy.keySet()).containsExactlyElementsOf(source.keySet());
        assertThat(copy.values()).containsExactlyElementsOf(source.values());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 16, 17, 1000})
    void every_key_is_found_and_no_other(int size) {
        Map<String, Integer> copy = CompactMap.copyOf(numbered(size));

        for (int i = 1; i <= size; i++) {
            assertThat(copy.get(new String("key-" + i))).isEqualTo(i);
            assertThat(copy).containsKey("key-" + i);
        }
        assertThat(copy.get("key-0")).isNull();
        assertThat(copy).doesNotContainKey("");
    }

    @Test
    void changes_of_the_source_do_not_reach_it_and_it_refuses_its_own() {
        Map<String, Integer> source = new HashMap<>(Map.of("a", 1));
        Map<String, Integer> copy = CompactMap.copyOf(source);

        source.put("b", 2);

        assertThat(copy).containsExactly(Map.entry("a", 1));
        assertThatThrownBy(() -> copy.put("b", 2)).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> copy.remove("a")).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> copy.entrySet().iterator().next().setValue(2))
                .isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void a_copy_is_not_copied_again_and_nothing_is_an_empty_map() {
        Map<String, Integer> copy = CompactMap.copyOf(numbered(3));

        assertThat(CompactMap.<Integer>copyOf(copy)).isSameAs(copy);
        assertThat(CompactMap.<Integer>copyOf(null)).isEmpty();
        assertThat(CompactMap.<Integer>copyOf(Map.of())).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 16, 17})
    void null_is_no_key_of_any_map_also_not_of_an_empty_one(int size) {
        Map<String, Integer> copy = CompactMap.copyOf(numbered(size));

        assertThat(copy.get(null)).isNull();
        assertThat(copy.containsKey(null)).isFalse();
        assertThat(copy.getOrDefault(null, 7)).isEqualTo(7);
    }

    @Test
    void null_is_neither_key_nor_value() {
        Map<String, Integer> nullValue = new HashMap<>();
        nullValue.put("a", null);
        Map<String, Integer> nullKey = new HashMap<>();
        nullKey.put(null, 1);

        assertThatThrownBy(() -> CompactMap.copyOf(nullValue)).isInstanceOf(NullPointerException.class)
                .hasMessageContaining("under a");
        assertThatThrownBy(() -> CompactMap.copyOf(nullKey)).isInstanceOf(NullPointerException.class);
    }

    @Test
    void its_iterator_ends() {
        var iterator = CompactMap.copyOf(numbered(1)).entrySet().iterator();

        iterator.next();

        assertThat(iterator.hasNext()).isFalse();
        assertThatThrownBy(iterator::next).isInstanceOf(NoSuchElementException.class);
    }
}
