package insideinformer.differential;

import static org.assertj.core.api.Assertions.assertThat;

import insideinformer.conformance.trace.TraceJson;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MainTest {

    @Test
    void generate_writes_one_trace_a_seed() {
        StringWriter out = new StringWriter();

        int code = Main.run(
                new PrintWriter(out), new PrintWriter(out), "generate", "--subject", "keys", "--seeds", "7..9");

        assertThat(code).isZero();
        assertThat(out.toString().lines())
                .extracting(line -> TraceJson.parse(line).path("name").stringValue())
                .containsExactly("keys/0007", "keys/0008", "keys/0009");
    }

    @ParameterizedTest
    @ValueSource(strings = {"compare", "generate"})
    void wrong_options_are_said_with_the_right_ones(String command) {
        StringWriter err = new StringWriter();

        assertThat(Main.run(new PrintWriter(err), new PrintWriter(err), command, "--subject", "tea")).isEqualTo(2);
        assertThat(Main.run(new PrintWriter(err), new PrintWriter(err), command, "--seeds", "1-9")).isEqualTo(2);

        assertThat(err.toString().lines()).containsExactly(
                "There is no generator for tea; choose one of "
                        + "[backoff, delta-fifo, field-selector, keys, label-selector, quantity, quota-admission, "
                        + "quota-scopes, quota-sync, quota-usage, rate-limiter, reflector, resource-list, ring, "
                        + "shared-informer, store, work-queue].",
                "'1-9' is not a range of seeds; write 42 or 1..1000.");
    }
}
