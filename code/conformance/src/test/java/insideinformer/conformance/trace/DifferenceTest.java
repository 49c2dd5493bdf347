package insideinformer.conformance.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DifferenceTest {

    @ParameterizedTest
    @CsvSource(quoteCharacter = '`', delimiter = '|', textBlock = """
            {"a":1,"b":2}           | {"b":2,"a":1}           | fields come in any order
            {"a":1,"b":null}        | {"a":1}                 | a null is as good as nothing
            {"a":1}                 | {"a":1,"b":null}        | so it is on the other side
            {"a":[{"b":null}]}      | {"a":[{}]}              | and further down
            {"a":1.0}               | {"a":1}                 | numbers are equal if their values are
            {"a":1}                 | {"a":1,"b":2}           | what the recording leaves out is not compared
            {"bag":[1,2,2]}         | {"bag":[2,1,2]}         | a bag has no order
            {"bag":[{"a":1},null]}  | {"bag":[null,{"a":1}]}  | whatever is in it
            """)
    void these_are_equal(String expected, String actual, String why) throws Exception {
        assertThat(difference(expected, actual)).as(why).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(quoteCharacter = '`', delimiter = '|', textBlock = """
            {"a":1}                 | {"a":2}                 | r.a       | another value
            {"a":1}                 | {}                      | r.a       | a field is missing
            {"a":null}              | {"a":1}                 | r.a       | nothing was expected
            {"a":{"b":1}}           | {"a":{"b":1,"c":2}}     | r.a.c     | below the first level all is compared
            {"a":[1,2]}             | {"a":[2,1]}             | r.a[0]    | an array has an order
            {"a":[1,2]}             | {"a":[1]}               | r.a[1]    | an element is missing
            {"a":[1]}               | {"a":[1,null]}          | r.a[1]    | a null in an array is an element
            {"a":"1"}               | {"a":1}                 | r.a       | a text is no number
            {"bag":[1,2,2]}         | {"bag":[1,1,2]}         | r.bag[1]  | a bag counts
            [1]                     | {"a":1}                 | r         | another kind of value
            """)
    void these_are_different_and_the_first_place_is_named(String expected, String actual, String path, String why) throws Exception {
        assertThat(difference(expected, actual)).as(why).map(Difference::path).hasValue(path);
    }

    @Test
    void nothing_has_a_word() {
        assertThat(Difference.text(Difference.nothing())).isEqualTo("nothing");
    }

    private static Optional<Difference> difference(String expected, String actual) throws UnreadableTraceException {
        return Difference.ofFields("r", TraceJson.parse(expected), TraceJson.parse(actual), "bag"::equals);
    }
}
