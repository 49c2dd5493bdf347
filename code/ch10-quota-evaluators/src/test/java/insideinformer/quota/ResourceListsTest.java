package insideinformer.quota;

import static insideinformer.quota.TestObjects.list;
import static org.assertj.core.api.Assertions.assertThat;

import insideinformer.testing.Spec;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResourceListsTest {

    @Spec("RL-01")
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "cpu=100m,memory=1Gi | cpu=0.1,memory=1024Mi | true",
                "cpu=100m | cpu=200m | false",
                "cpu=100m | cpu=100m,pods=1 | false",
                "cpu=0 | '' | false",
                "'' | '' | true",
                "cpu=1 | cpu=1000m | true"
            })
    void lists_are_equal_by_names_and_numbers(String a, String b, boolean equal) {
        assertThat(ResourceLists.equals(list(a), list(b))).isEqualTo(equal);
        assertThat(ResourceLists.equals(list(b), list(a))).isEqualTo(equal);
    }

    @Spec("RL-02")
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "cpu=100m | cpu=100m | ''",
                "cpu=200m | cpu=100m | cpu",
                "x=9 | y=1 | ''",
                "cpu=2,pods=3,x=9 | cpu=1,pods=2,y=0 | cpu,pods",
                "cpu=1 | cpu=2 | ''"
            })
    void only_names_of_both_sides_are_compared(String a, String b, String exceeded) {
        ResourceLists.LessThanOrEqual answer = ResourceLists.lessThanOrEqual(list(a), list(b));

        assertThat(String.join(",", answer.exceeded())).isEqualTo(exceeded);
        assertThat(answer.ok()).isEqualTo(exceeded.isEmpty());
    }

    @Spec({"RL-03", "RL-04", "RL-05", "RL-06"})
    @ParameterizedTest(name = "{0}({1}, {2})")
    @CsvSource(
            delimiter = '|',
            value = {
                "max | memory=1024 | memory=1Ki | memory=1Ki",
                "max | memory=1Ki | memory=1024 | memory=1024",
                "max | cpu=2,pods=1 | cpu=1,x=3 | cpu=2,pods=1,x=3",
                "max | cpu=-1 | cpu=-2 | cpu=-1",
                "add | memory=0 | memory=1Gi | memory=1Gi",
                "add | cpu=1 | cpu=500m,pods=2 | cpu=1500m,pods=2",
                "subtract | '' | cpu=100m | cpu=-100m",
                "subtract | cpu=200m | cpu=100m | cpu=100m",
                "subtract | cpu=1 | '' | cpu=1",
                "subtractWithNonNegativeResult | cpu=1 | cpu=3,memory=1Gi | cpu=0,memory=0",
                "subtractWithNonNegativeResult | cpu=3,pods=1 | cpu=1 | cpu=2,pods=1",
                "subtractWithNonNegativeResult | cpu=-1 | memory=-1 | cpu=0,memory=0"
            })
    void two_lists_are_combined_name_by_name(String operation, String a, String b, String result) {
        Map<String, Quantity> left = list(a);
        Map<String, Quantity> right = list(b);

        Map<String, Quantity> combined =
                switch (operation) {
                    case "max" -> ResourceLists.max(left, right);
                    case "add" -> ResourceLists.add(left, right);
                    case "subtract" -> ResourceLists.subtract(left, right);
                    default -> ResourceLists.subtractWithNonNegativeResult(left, right);
                };

        assertThat(TestObjects.text(combined)).isEqualTo(result);
        assertThat(TestObjects.text(left)).isEqualTo(TestObjects.text(list(a)));
        assertThat(TestObjects.text(right)).isEqualTo(TestObjects.text(list(b)));
    }

    @Test
    @Spec({"RL-07", "RL-14"})
    void masking_and_removing_zeros_only_ever_drop_entries() {
        assertThat(TestObjects.text(ResourceLists.mask(list("cpu=1,memory=2"), List.of("memory", "pods"))))
                .isEqualTo("memory=2");
        assertThat(TestObjects.text(ResourceLists.removeZeros(list("cpu=0,storage=100Gi,x=-1"))))
                .isEqualTo("storage=100Gi,x=-1");
    }

    @Test
    @Spec({"RL-08", "RL-16"})
    void names_are_collected_without_duplicates() {
        assertThat(ResourceLists.resourceNames(list("memory=1,cpu=2"))).containsExactly("cpu", "memory");
        assertThat(ResourceLists.resourceNames(Map.of())).isEmpty();
        assertThat(ResourceLists.toSet(List.of("cpu", "memory", "cpu"))).isEqualTo(Set.of("cpu", "memory"));
    }

    @Test
    @Spec({"RL-09", "RL-10"})
    void membership_is_exact_and_prefixes_are_prefixes() {
        assertThat(ResourceLists.contains(List.of("memory"), "cpu")).isFalse();
        assertThat(ResourceLists.contains(List.of("memory"), "memory")).isTrue();
        assertThat(ResourceLists.containsPrefix(List.of("hugepages-"), "hugepages-2Mi"))
                .isTrue();
        assertThat(ResourceLists.containsPrefix(List.of("hugepages-"), "cpu")).isFalse();
        assertThat(ResourceLists.containsPrefix(List.of(), "cpu")).isFalse();
    }

    @Test
    @Spec({"RL-11", "RL-12"})
    void sets_of_names_come_sorted_and_without_duplicates() {
        List<String> names = List.of("memory", "memory", "cpu", "cpu");

        assertThat(ResourceLists.intersection(names, names)).containsExactly("cpu", "memory");
        assertThat(ResourceLists.intersection(names, List.of("pods"))).isEmpty();
        assertThat(ResourceLists.difference(List.of("cpu", "cpu", "memory", "memory"), List.of("cpu")))
                .containsExactly("memory");
        assertThat(ResourceLists.difference(names, List.of())).containsExactly("cpu", "memory");
    }

    @Test
    @Spec({"RL-13", "RL-15"})
    void zero_and_negative_are_questions_of_sign() {
        assertThat(ResourceLists.isZero(Map.of())).isTrue();
        assertThat(ResourceLists.isZero(list("cpu=0,memory=0Ki"))).isTrue();
        assertThat(ResourceLists.isZero(list("cpu=1n"))).isFalse();
        assertThat(ResourceLists.isNegative(list("cpu=-10,memory=0,pods=1"))).containsExactly("cpu");
    }

    @Test
    @Spec({"RL-03", "RL-04", "RL-07"})
    void a_result_is_independent_of_its_arguments() {
        Map<String, Quantity> mine = new HashMap<>(list("cpu=1"));
        Map<String, Quantity> sum = ResourceLists.add(mine, Map.of());
        mine.put("cpu", Quantity.mustParse("9"));

        assertThat(TestObjects.text(sum)).isEqualTo("cpu=1");
    }

    @Test
    void amounts_go_to_texts_and_back() throws QuantityFormatException {
        Map<String, String> texts = Map.of("cpu", "250m", "memory", "1.5Gi");

        assertThat(ResourceLists.texts(ResourceLists.parse(texts)))
                .isEqualTo(Map.of("cpu", "250m", "memory", "1536Mi"));
    }
}
