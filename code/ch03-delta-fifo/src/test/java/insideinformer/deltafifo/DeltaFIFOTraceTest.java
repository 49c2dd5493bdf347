package insideinformer.deltafifo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import insideinformer.testing.Spec;
import insideinformer.wait.FakeClock;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The line that a slow callback leaves in the log while others wait. */
class DeltaFIFOTraceTest {

    private final FakeClock clock = new FakeClock();
    private final DeltaFIFO<Thing> fifo = new DeltaFIFO<>(
            DeltaFIFOOptions.<Thing>builder().keyFunction(Thing::key).clock(clock).build());
    private final ByteArrayOutputStream logged = new ByteArrayOutputStream();
    private final PrintStream before = System.err;

    @BeforeEach
    void listen() {
        System.setErr(new PrintStream(logged, true, StandardCharsets.UTF_8));
    }

    @AfterEach
    void listenNoMore() {
        System.setErr(before);
    }

    private String logOfOnePop(int keys, Duration callbackTakes) throws Exception {
        for (int i = 0; i < keys; i++) {
            fifo.add(new Thing(Character.toString('a' + i), 1));
        }
        fifo.pop((deltas, initial) -> clock.step(callbackTakes));
        return logged.toString(StandardCharsets.UTF_8);
    }

    @Test
    @Spec("DF-56")
    void a_slow_callback_with_eleven_keys_behind_it_leaves_one_line() throws Exception {
        String log = logOfOnePop(12, Duration.ofMillis(100));

        assertThat(log.lines()).singleElement().asString().contains(
                "DeltaFIFO Pop Process", "ID=a", "Depth=11", "Reason=slow event handlers blocking the queue");
    }

    @Test
    @Spec("DF-56")
    void with_ten_keys_behind_it_or_fewer_it_leaves_none() throws Exception {
        assertThat(logOfOnePop(11, Duration.ofHours(1))).isEmpty();
    }

    @Test
    @Spec("DF-56")
    void a_callback_of_less_than_100_milliseconds_leaves_none() throws Exception {
        assertThat(logOfOnePop(26, Duration.ofMillis(100).minusNanos(1))).isEmpty();
    }

    @Test
    @Spec("DF-56")
    void a_slow_callback_that_fails_leaves_its_line_too() {
        for (int i = 0; i < 12; i++) {
            Thing thing = new Thing(Character.toString('a' + i), 1);
            assertThat(thing).satisfies(fifo::add);
        }

        assertThatThrownBy(() -> fifo.pop((deltas, initial) -> {
            clock.step(Duration.ofSeconds(1));
            throw new IllegalArgumentException("bug");
        })).isInstanceOf(IllegalArgumentException.class);

        assertThat(logged.toString(StandardCharsets.UTF_8)).contains("DeltaFIFO Pop Process");
    }

    @Test
    @Spec({"DF-35", "DF-58"})
    void a_known_object_that_cannot_be_found_is_logged_with_what_happens_next() throws Exception {
        DeltaFIFO<Thing> queue = new DeltaFIFO<>(
                DeltaFIFOOptions.<Thing>builder().keyFunction(Thing::key).knownObjects(Known.of("{a1? b1!!}")).build());

        queue.resync();
        queue.replace(List.of(), "7");

        assertThat(logged.toString(StandardCharsets.UTF_8).lines().filter(line -> line.startsWith("[")))
                .satisfiesExactly(
                        line -> assertThat(line).contains("INFO", "a", "left out of the resync"),
                        line -> assertThat(line).contains("ERROR", "b", "left out of the resync"),
                        line -> assertThat(line).contains("INFO", "a", "its deletion has none"),
                        line -> assertThat(line).contains("ERROR", "b", "its deletion has none"));
    }

    @Test
    @Spec("DF-05")
    void a_queue_logs_under_its_name() throws Exception {
        DeltaFIFO<Thing> orders = new DeltaFIFO<>(DeltaFIFOOptions.<Thing>builder()
                .name("orders").keyFunction(Thing::key).knownObjects(Known.of("{b1!!}")).build());

        orders.delete(Thing.of("b2"));

        assertThat(logged.toString(StandardCharsets.UTF_8)).contains("insideinformer.deltafifo.orders - ");
    }

    @Test
    @Spec("DF-14")
    void a_lookup_that_fails_in_a_delete_is_logged_with_what_happens_next() throws Exception {
        DeltaFIFO<Thing> queue = new DeltaFIFO<>(
                DeltaFIFOOptions.<Thing>builder().keyFunction(Thing::key).knownObjects(Known.of("{b1!!}")).build());

        queue.delete(Thing.of("b2"));

        assertThat(logged.toString(StandardCharsets.UTF_8)).contains("ERROR", "Looking up b failed", "counts as known");
    }
}
