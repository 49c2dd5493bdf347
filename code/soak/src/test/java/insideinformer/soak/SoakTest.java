package insideinformer.soak;

import static org.assertj.core.api.Assertions.assertThat;

import insideinformer.testing.Spec;
import insideinformer.wait.Clock;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Informers against a server and a network that misbehave. */
class SoakTest {

    private static final Seeds SEEDS = new Seeds(1, 300);
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    @Spec(value = "SI-14", part = "after the stop no handler is called and no thread is left")
    @Spec(value = "AP-123", part = "informers that stop leave no watch open")
    @Timeout(300)
    void informers_hold_a_true_copy_and_tell_legal_histories_whatever_goes_wrong() throws Exception {
        Summary summary = new Batch(Clock.system(), Wiring.PLAIN, PATIENCE).run(SEEDS, 3, progress -> {});

        assertThat(summary.isGood()).as(summary.toString()).isTrue();
        assertThat(summary.seeds()).isEqualTo(SEEDS.count());
        // and things did go wrong
        assertThat(summary.tally().under("met: ").keySet()).contains(
                "a list that failed", "a list that had expired", "a further page that had expired",
                "a watch that failed", "an ERROR event 410", "an unknown event");
        assertThat(summary.tally().under("met: an ERROR event ")).hasSizeGreaterThan(1);
        assertThat(summary.tally().under("told: ").keySet()).containsExactly(
                "adds", "deletes", "initial adds", "tombstones", "updates", "updates to another uid",
                "updates without news");
        assertThat(summary.tally().of("further pages")).isPositive();
        assertThat(summary.tally().of("events")).isGreaterThan(SEEDS.count());
    }

    @Test
    void a_seed_can_be_run_alone_and_shows_its_schedule_and_what_happened() throws Exception {
        int code = run("7");

        assertThat(code).as(printed()).isZero();
        assertThat(printed()).contains(Schedule.of(7).toString(), "1 seeds in ", "0 failed", "operations");
    }

    @Test
    void asked_wrongly_it_says_how_to_ask() throws Exception {
        assertThat(run("many")).isEqualTo(2);
        assertThat(run()).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("'many' is not a range of seeds; write 4711 or 1..300");
    }

    private int run(String... args) throws Exception {
        return Main.run(new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8), args);
    }

    private String printed() {
        return out.toString(StandardCharsets.UTF_8);
    }
}
