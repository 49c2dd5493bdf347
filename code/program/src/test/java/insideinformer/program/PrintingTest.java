package insideinformer.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import insideinformer.api.ResourceQuota;
import insideinformer.json.Json;
import insideinformer.lab.Sighting;
import insideinformer.lab.Stage;
import insideinformer.wait.FakeClock;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What the program prints: tables and the timeline. */
class PrintingTest {

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final FakeClock clock = new FakeClock();
    private final Timeline timeline = new Timeline(new PrintStream(bytes, true, StandardCharsets.UTF_8), clock);

    private String printed() {
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private void see(Stage stage, String kind, String key, String text) {
        timeline.seen(new Sighting(stage, kind, key, text));
    }

    @Test
    void columns_are_as_wide_as_their_widest_cell_and_lines_end_without_blanks() {
        Table table = new Table("QUOTA", "USED", "");
        table.row("compute", "2950m", "differs");
        table.row("b", "0", "");

        assertThat(table).hasToString("""
                QUOTA     USED
                compute   2950m   differs
                b         0
                """);
        assertThatThrownBy(() -> table.row("one", "two")).hasMessage("2 cells for 3 columns");
    }

    @Test
    void only_the_followed_pod_is_told_of_with_the_time_since_then() {
        see(Stage.REFLECTOR, "Pod", "shop/cart", "hears ADDED cart@1");
        timeline.follow("shop/cart");
        clock.step(Duration.ofMillis(12));
        see(Stage.REFLECTOR, "Pod", "shop/cart", "hears ADDED cart@2");
        see(Stage.REFLECTOR, "Pod", "shop/search", "hears ADDED search@3");

        assertThat(printed()).isEqualToNormalizingNewlines("    12 ms  Reflector             hears ADDED cart@2\n");
        assertThat(timeline.hasPassed(Stage.REFLECTOR)).isTrue();
        assertThat(timeline.hasPassed(Stage.LISTENER)).isFalse();
    }

    @Test
    void once_it_is_deleted_what_the_controller_writes_in_its_namespace_is_told_too() {
        timeline.follow("shop/cart");
        see(Stage.QUOTA_CONTROLLER, "ResourceQuota", "shop/q", "wrote the status: too early");
        timeline.beginPhase(true);
        see(Stage.QUOTA_CONTROLLER, "ResourceQuota", "shop/q", "wrote the status: used {pods=0}");
        see(Stage.QUOTA_CONTROLLER, "ResourceQuota", "shop-staging/q", "wrote the status: elsewhere");

        assertThat(printed()).isEqualToNormalizingNewlines(
                "     0 ms  quota controller      quota shop/q: wrote the status: used {pods=0}\n");
    }

    @Test
    void a_new_phase_forgets_what_has_passed() {
        timeline.follow("shop/cart");
        see(Stage.LISTENER, "Pod", "shop/cart", "calls");

        timeline.beginPhase(true);

        assertThat(timeline.hasPassed(Stage.LISTENER)).isFalse();
    }

    @Test
    void it_knows_which_state_of_a_quota_the_informer_has_taken_in() {
        see(Stage.DELTA_FIFO, "ResourceQuota", "shop/q", "queues Updated q@9");
        see(Stage.INFORMER, "ResourceQuota", "shop/q", "pops [Updated q@7, Updated q@8]: into the store");

        assertThat(timeline.hasTaken(quota("8"))).isTrue();
        assertThat(timeline.hasTaken(quota("9"))).isFalse();
    }

    private static ResourceQuota quota(String version) {
        return Json.MAPPER.readValue(
                "{\"metadata\":{\"namespace\":\"shop\",\"name\":\"q\",\"resourceVersion\":\"" + version + "\"}}",
                        ResourceQuota.class);
    }
}
