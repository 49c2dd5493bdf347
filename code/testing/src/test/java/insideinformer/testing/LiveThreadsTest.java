package insideinformer.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

class LiveThreadsTest {

    private final CountDownLatch started = new CountDownLatch(3);
    private final CountDownLatch mayEnd = new CountDownLatch(1);

    private void live() {
        started.countDown();
        try {
            mayEnd.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void threads_of_every_kind_are_found_as_long_as_they_live() throws Exception {
        Thread virtual = Thread.ofVirtual().name("wanted: virtual").start(this::live);
        Thread platform = Thread.ofPlatform().name("wanted: platform").start(this::live);
        try (ExecutorService executor =
                Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("wanted: of an executor").factory())) {
            executor.submit(this::live);
            started.await();

            assertThat(LiveThreads.named("wanted")).hasSize(3).anyMatch(line -> line.contains("\"wanted: virtual\""));
            assertThat(LiveThreads.dumped("wanted")).hasSize(3).anyMatch(line -> line.contains("\"wanted: virtual\""));
            mayEnd.countDown();
        }
        virtual.join();
        platform.join();

        assertThat(LiveThreads.named("wanted")).isEmpty();
        assertThat(LiveThreads.dumped("wanted")).isEmpty();
    }
}
