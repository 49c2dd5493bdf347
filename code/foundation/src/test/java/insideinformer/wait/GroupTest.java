package insideinformer.wait;

import static org.assertj.core.api.Assertions.assertThat;

import insideinformer.testing.Spec;
import java.lang.ref.WeakReference;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Spec("WT-18")
class GroupTest {

    private final Group group = new Group();

    @Test
    void waiting_for_nobody_returns_at_once() {
        group.awaitAll();
    }

    @Test
    void bodies_run_on_virtual_threads_with_the_name_given() {
        AtomicReference<Thread> runner = new AtomicReference<>();

        group.start("worker 1", () -> runner.set(Thread.currentThread()));
        group.awaitAll();

        assertThat(runner.get().isVirtual()).isTrue();
        assertThat(runner.get().getName()).isEqualTo("worker 1");
    }

    @Test
    void waiting_ends_with_the_last_body_also_with_one_that_another_started() {
        for (int round = 0; round < 200; round++) {
            Group threads = new Group();
            AtomicInteger ended = new AtomicInteger();
            for (int i = 0; i < 5; i++) {
                threads.start("outer", () -> {
                    threads.start("inner", ended::incrementAndGet);
                    Thread.yield();
                    ended.incrementAndGet();
                });
            }

            threads.awaitAll();

            assertThat(ended).as("round %d", round).hasValue(10);
        }
    }

    @Test
    void a_thread_that_is_started_while_somebody_waits_is_waited_for_too() throws Exception {
        CountDownLatch mayStart = new CountDownLatch(1);
        AtomicInteger leftAlone = new AtomicInteger();
        AtomicReference<Thread> waiter = new AtomicReference<>();
        group.start("outer", () -> {
            awaitUninterruptibly(mayStart);
            group.start("inner", () -> {
                for (int i = 0; i < 20_000; i++) { // long enough for a waiter that looks only once to be gone
                    Thread.yield();
                    leftAlone.addAndGet(waiter.get().isAlive() ? 0 : 1);
                }
            });
        });
        waiter.set(Thread.ofPlatform().start(group::awaitAll));
        while (waiter.get().getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }

        mayStart.countDown();
        waiter.get().join();
        group.awaitAll();

        assertThat(leftAlone).as("looks of the inner thread at a waiter that was gone").hasValue(0);
    }

    @Test
    void when_waiting_ends_no_thread_is_left_not_even_for_a_moment() {
        for (int round = 0; round < 2_000; round++) {
            AtomicReference<Thread> runner = new AtomicReference<>();
            group.start("short", () -> runner.set(Thread.currentThread()));

            group.awaitAll();

            assertThat(runner.get().isAlive()).as("round %d", round).isFalse();
        }
    }

    @Test
    @Timeout(60)
    void a_thread_that_has_ended_is_forgotten_at_the_next_start() {
        WeakReference<Thread> ended = startAndAwaitOne();

        group.start("next", () -> {});
        group.awaitAll();
        while (!ended.refersTo(null)) {
            System.gc();
            Thread.yield();
        }
    }

    private WeakReference<Thread> startAndAwaitOne() {
        AtomicReference<WeakReference<Thread>> thread = new AtomicReference<>();
        group.start("short", () -> thread.set(new WeakReference<>(Thread.currentThread())));
        group.awaitAll();
        return thread.get();
    }

    @Test
    void a_body_that_fails_counts_as_ended() {
        AtomicReference<Throwable> seen = new AtomicReference<>();
        CountDownLatch reported = new CountDownLatch(1);

        group.start("failing", () -> {
            Thread.currentThread().setUncaughtExceptionHandler((thread, failure) -> {
                seen.set(failure);
                reported.countDown();
            });
            throw new IllegalStateException("gone wrong");
        });

        group.awaitAll();
        awaitUninterruptibly(reported);
        assertThat(seen.get()).hasMessage("gone wrong");
    }

    @Test
    void an_interrupt_does_not_end_the_waiting_and_is_kept() {
        CountDownLatch mayEnd = new CountDownLatch(1);
        AtomicInteger ended = new AtomicInteger();
        group.start("slow", () -> {
            awaitUninterruptibly(mayEnd);
            ended.incrementAndGet();
        });

        Thread.currentThread().interrupt();
        Thread.ofVirtual().start(mayEnd::countDown);
        group.awaitAll();

        assertThat(Thread.interrupted()).isTrue();
        assertThat(ended).hasValue(1);
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
