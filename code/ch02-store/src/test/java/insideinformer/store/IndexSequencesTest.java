package insideinformer.store;

import static insideinformer.store.Maps.map;
import static insideinformer.store.Maps.tagged;
import static org.assertj.core.api.Assertions.assertThat;

import insideinformer.api.ConfigMap;
import insideinformer.testing.Spec;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One key moves between the values of one index: it ends under the new ones, and no value is left without keys. */
class IndexSequencesTest {

    @ParameterizedTest(name = "{0}: {1} → {2}")
    @CsvSource(delimiter = '|', textBlock = """
            ST-101 | foo     | foo,bar | foo bar | 2
            ST-102 | foo,bar | foo     | foo     | 1
            ST-103 | foo     | foo     | foo     | 1
            ST-104 | foo     | bar     | bar     | 1
            ST-105 | foo,bar | bar,baz | bar baz | 2
            ST-106 | (none)  | foo     | foo     | 1
            ST-107 | foo     | (none)  | –       | 0
            ST-108 | foo,bar | foo,bar | foo bar | 2
            """)
    @Spec({"ST-12", "ST-101", "ST-102", "ST-103", "ST-104", "ST-105", "ST-106", "ST-107", "ST-108"})
    void an_update_moves_the_key_to_its_new_values(String id, String before, String after, String found, int valuesLeft)
            throws StoreException {
        ThreadSafeMap<ConfigMap> store = new ThreadSafeMap<>(Map.of("tags", Maps::tags));
        store.add("cart", withTags(before));

        store.update("cart", withTags(after));

        for (String value : new String[] {"foo", "bar", "baz"}) {
            assertThat(store.indexKeys("tags", value).contains("cart"))
                    .as("%s: cart stands under %s", id, value)
                    .isEqualTo(found.contains(value));
        }
        assertThat(store.listIndexFuncValues("tags")).hasSize(valuesLeft);
    }

    private static ConfigMap withTags(String tags) {
        return tags.equals("(none)") ? map("cart") : tagged("cart", tags);
    }
}
