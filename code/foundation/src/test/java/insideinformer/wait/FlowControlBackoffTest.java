package insideinformer.wait;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class FlowControlBackoffTest {

    private final FakeClock clock = new FakeClock();
    private final FlowControlBackoff backoff =
            new FlowControlBackoff(clock, Duration.ofSeconds(2), Duration.ofSeconds(10));

    private void next(String id) {
        backoff.next(id, clock.now());
    }

    @Test
    void the_pause_of_an_item_doubles_up_to_the_longest_and_other_items_have_their_own() {
        assertThat(backoff.get("a")).isZero();

        assertThat(LongStream.range(0, 5).map(i -> {
            next("a");
            return backoff.get("a").toSeconds();
        })).containsExactly(2L, 4L, 8L, 10L, 10L);
        assertThat(backoff.get("b")).isZero();
    }

    @Test
    void the_first_pause_may_be_longer_than_the_longest() {
        FlowControlBackoff steep = new FlowControlBackoff(clock, Duration.ofSeconds(9), Duration.ofSeconds(5));

        steep.next("a", clock.now());
        assertThat(steep.get("a")).hasSeconds(9);
        steep.next("a", clock.now());
        assertThat(steep.get("a")).hasSeconds(5);
    }

    @Test
    void an_item_starts_anew_after_more_than_twice_the_longest_pause() {
        next("a");
        clock.step(Duration.ofSeconds(20));
        next("a");
        assertThat(backoff.get("a")).hasSeconds(4);

        clock.step(Duration.ofSeconds(20).plusNanos(1));
        next("a");
        assertThat(backoff.get("a")).hasSeconds(2);
    }

    @Test
    void the_pause_counts_from_the_event_or_from_the_last_lengthening() {
        next("a");
        clock.step(Duration.ofSeconds(3));

        assertThat(backoff.isInBackOffSince("a", clock.now().minusSeconds(2))).isFalse();
        assertThat(backoff.isInBackOffSince("a", clock.now().minusNanos(1_999_999_999))).isTrue();
        assertThat(backoff.isInBackOffSinceUpdate("a", clock.now())).isFalse();
        assertThat(backoff.isInBackOffSinceUpdate("a", clock.now().minusNanos(1_000_000_001))).isTrue();
        assertThat(backoff.isInBackOffSince("b", clock.now())).isFalse();
    }

    @Test
    void what_has_been_quiet_for_long_is_forgotten_when_asked() {
        next("old");
        clock.step(Duration.ofSeconds(1));
        next("young");
        clock.step(Duration.ofSeconds(20));

        backoff.gc();
        assertThat(backoff.get("old")).isZero();
        assertThat(backoff.get("young")).hasSeconds(2);

        backoff.reset("young");
        assertThat(backoff.get("young")).isZero();
    }
}
