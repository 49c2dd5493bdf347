package insideinformer.workqueue;

import static org.assertj.core.api.Assertions.assertThat;

import insideinformer.testing.Spec;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RateLimitingQueueTest {

    private final ObservedClock clock = new ObservedClock();
    private final RateLimiter<String> limiter =
            RateLimiters.itemExponentialFailure(Duration.ofMillis(1), Duration.ofSeconds(1));
    private final RateLimitingQueue<String> queue = WorkQueues.newRateLimitingQueue(
            limiter, QueueConfig.<String>named("quota").withClock(clock));

    @BeforeEach
    void the_waiting_thread_has_begun_to_wait() {
        clock.awaitMade(1);
    }

    @AfterEach
    void close() {
        queue.close();
        assertThat(clock.live()).isZero();
    }

    private void fail(String item) {
        clock.andSettle(() -> queue.addRateLimited(item));
    }

    private void step(long millis) {
        clock.andSettle(() -> clock.step(Duration.ofMillis(millis)));
    }

    private void expectAfterMillis(String item, long millis) throws InterruptedException {
        clock.step(Duration.ofMillis(millis - 1));
        assertThat(queue.len()).isZero();
        step(1);
        assertThat(queue.get()).contains(item);
        queue.done(item);
    }

    @Test
    @Spec("WQ-54")
    void a_failed_item_comes_again_after_the_limiters_pause() throws InterruptedException {
        fail("one");
        expectAfterMillis("one", 1);
        fail("one");
        expectAfterMillis("one", 2);
        fail("two");
        expectAfterMillis("two", 1);
        assertThat(queue.numRequeues("one")).isEqualTo(2);
        queue.forget("one");
        assertThat(queue.numRequeues("one")).isZero();
        fail("one");
        expectAfterMillis("one", 1);
    }

    @Test
    @Spec("WQ-54")
    void a_failure_counts_even_if_the_queue_takes_nothing_in_any_more() throws InterruptedException {
        queue.shutDown();

        queue.addRateLimited("one");

        assertThat(queue.numRequeues("one")).isOne();
        assertThat(queue.get()).isEmpty();
    }

    @Test
    @Spec("WQ-55")
    void forgetting_takes_nothing_out_of_the_queue_and_done_forgets_nothing() throws InterruptedException {
        fail("one");
        queue.forget("one");
        step(1);
        assertThat(queue.get()).contains("one");

        fail("one");
        queue.done("one");

        assertThat(queue.numRequeues("one")).isOne();
    }

    @Test
    @Spec("WQ-54")
    void it_is_a_delaying_queue_and_a_work_queue() throws Exception {
        queue.add("now");
        clock.andSettle(() -> queue.addAfter("later", Duration.ofMillis(5)));
        assertThat(queue.len()).isOne();
        assertThat(queue.get()).contains("now");
        Threads.Call<Void> drainer = Threads.run(queue::shutDownWithDrain).awaitBlocked();

        queue.done("now");

        drainer.result();
        assertThat(queue.shuttingDown()).isTrue();
        assertThat(queue.numRequeues("now")).isZero(); // only failures count
    }

    @Test
    @Spec({"WQ-41", "H2"})
    void a_bucket_is_charged_for_every_failure_also_for_one_that_is_pending() {
        RateLimiter<String> bucket = RateLimiters.bucket(5, 1, clock);
        Duration pause = Duration.ZERO;
        for (int i = 0; i < 200; i++) { // a failure every 100 ms for 20 s, twice as many as the bucket allows
            pause = bucket.when("k");
            clock.step(Duration.ofMillis(100));
        }

        assertThat(pause).as("the pauses grow without end, though one would do for all").isEqualTo(Duration.ofMillis(19_900));
    }
}
