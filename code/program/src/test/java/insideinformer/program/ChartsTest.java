package insideinformer.program;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Charts in the manner of well-known ones, loaded by the whole program. Beside each stand the amounts that one adds up by
 * hand; lines that begin with {@code >} are parts of what the program says on the way.
 */
class ChartsTest {

    private static final Path CHARTS = Path.of("src/test/resources/charts");

    @ParameterizedTest
    @ValueSource(strings = {"shop", "ingress-controller", "operator", "monitoring", "database", "message-broker", "ci",
        "batch-pipeline", "limits-and-priorities", "certificates", "storage", "legacy"})
    void every_quota_of_a_chart_is_what_one_adds_up_by_hand(String chart) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();

        int code = Main.execute(new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                "--port", "0", "--once", "--manifests", CHARTS.resolve(chart + ".yaml").toString());

        String text = out.toString(StandardCharsets.UTF_8);
        List<String> expected = Files.readAllLines(CHARTS.resolve(chart + ".expected"));
        assertThat(err.toString(StandardCharsets.UTF_8)).isEmpty();
        assertThat(code).as(text).isZero();
        assertThat(text.substring(text.lastIndexOf("NAMESPACE")).lines().skip(1).map(row -> row.replaceAll(" +", " ")))
                .as(text)
                .containsExactlyElementsOf(
                        expected.stream().filter(line -> !line.startsWith("#") && !line.startsWith(">")).toList());
        for (String line : expected) {
            if (line.startsWith("> ")) {
                assertThat(text).contains(line.substring(2));
            }
        }
        assertThat(text.lines().filter(line -> line.startsWith("refused ") || line.startsWith("not played ")))
                .as("nothing is told twice, and nothing that the chart does not expect")
                .hasSize((int) expected.stream().filter(line -> line.matches("> (refused|not played) .*")).count());
    }
}
