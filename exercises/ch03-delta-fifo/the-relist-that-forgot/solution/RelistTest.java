import static org.assertj.core.api.Assertions.assertThat;

import insideinformer.deltafifo.FIFOClosedException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The test that shows the bug: red on the queue as you found it, green on one that keeps its promises. */
class RelistTest {

    @Test
    void a_pod_that_came_and_went_around_a_lost_watch_leaves_the_cache() throws FIFOClosedException {
        PodCache cache = new PodCache();
        LanternQueue queue = new LanternQueue(cache);

        // exercise::begin test
        queue.add(new Pod("cart", 3));
        queue.replace(List.of());
        queue.pop(cache::apply);

        assertThat(cache.pods()).isEmpty();
        // exercise::starter
        // // Stage 1: what happened that night, step by step, and what the cache holds at the end:
        // // assertThat(cache.pods())...
        // throw new UnsupportedOperationException("not written yet");
        // exercise::end
    }
}
