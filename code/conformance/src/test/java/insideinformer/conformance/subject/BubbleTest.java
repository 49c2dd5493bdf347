package insideinformer.conformance.subject;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import insideinformer.wait.Context;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BubbleTest {

    @Test
    void when_it_has_settled_every_thread_has_gone_as_far_as_it_can() {
        AtomicInteger passed = new AtomicInteger();

        int seen = Bubble.within(() -> {
            Bubble bubble = new Bubble();
            handOn(40, new ReentrantLock(), new CountDownLatch(0), passed);
            bubble.settle();
            return passed.get();
        });

        assertThat(seen).isEqualTo(40);
    }

    /** Threads that start one another, wait for one another, and want the same lock. */
    private static void handOn(int more, ReentrantLock lock, CountDownLatch mine, AtomicInteger passed) {
        if (more == 0) {
            return;
        }
        CountDownLatch next = new CountDownLatch(1);
        Thread.ofVirtual().start(() -> {
            try {
                mine.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException("nobody interrupts this", e);
            }
            handOn(more - 1, lock, next, passed);
            lock.lock();
            try {
                Thread.yield(); // with the lock, so that others have to wait for it
                passed.incrementAndGet();
            } finally {
                lock.unlock();
            }
            next.countDown();
        });
    }

    @Test
    void what_can_be_seen_keeps_it_from_settling() {
        AtomicInteger rounds = new AtomicInteger();

        int seen = Bubble.within(() -> {
            Bubble bubble = new Bubble();
            Thread.ofVirtual().start(() -> {
                for (int i = 0; i < 3000; i++) {
                    Thread.yield();
                    if (rounds.incrementAndGet() % 100 == 0) {
                        bubble.seen();
                    }
                }
            });
            bubble.settle();
            return rounds.get();
        });

        assertThat(seen).isEqualTo(3000);
    }

    @Test
    void time_stops_at_every_timer_until_those_it_woke_wait_again() {
        List<Instant> ticks = new ArrayList<>();

        Instant start = Bubble.within(() -> {
            Bubble bubble = new Bubble();
            Instant begin = bubble.clock().now();
            Thread.ofVirtual().start(() -> {
                try {
                    for (int i = 0; i < 5; i++) {
                        Context.background().await(Duration.ofSeconds(10), bubble.clock());
                        ticks.add(bubble.clock().now());
                    }
                } catch (InterruptedException e) {
                    throw new IllegalStateException("nobody interrupts this", e);
                }
            });
            bubble.settle();
            bubble.advance(Duration.ofSeconds(35));
            return begin;
        });

        assertThat(ticks).containsExactly(start.plusSeconds(10), start.plusSeconds(20), start.plusSeconds(30));
    }

    @ParameterizedTest
    @ValueSource(strings = {"parallelism", "maxPoolSize"})
    void a_machine_with_more_carriers_is_refused_with_the_remedy(String size) {
        String property = "jdk.virtualThreadScheduler." + size;
        String before = System.setProperty(property, "2");
        try {
            assertThatThrownBy(Bubble::new)
                    .hasMessageContaining("-Djdk.virtualThreadScheduler.parallelism=1")
                    .hasMessageContaining("-Djdk.virtualThreadScheduler.maxPoolSize=1");
        } finally {
            System.setProperty(property, before);
        }
    }
}
