package insideinformer.processor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import insideinformer.testing.Spec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

@Spec("SI-46")
class LazyTest {

    @Test
    void nothing_is_computed_before_somebody_asks_and_once_for_all_who_do() throws Exception {
        AtomicInteger computed = new AtomicInteger();
        Lazy<Integer> lazy = new Lazy<>(computed::incrementAndGet);
        assertThat(computed).hasValue(0);

        assertThat(lazy.get()).isEqualTo(1);
        assertThat(lazy.get()).isEqualTo(1);
        lazy.notifyChanged();
        lazy.notifyChanged();
        assertThat(lazy.get()).isEqualTo(2);
        assertThat(computed).hasValue(2);
    }

    @Test
    void threads_that_ask_together_share_one_computation() throws Exception {
        AtomicInteger computed = new AtomicInteger();
        CountDownLatch go = new CountDownLatch(1);
        Lazy<Integer> lazy = new Lazy<>(() -> {
            go.await();
            return computed.incrementAndGet();
        });

        List<Future<Integer>> answers = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 10; i++) {
                answers.add(threads.submit(lazy::get));
            }
            go.countDown();
            for (Future<Integer> answer : answers) {
                assertThat(answer.get()).isEqualTo(1);
            }
        }
        assertThat(computed).hasValue(1);
    }

    @Test
    void a_computation_that_began_before_a_change_never_answers_who_asks_after_it() throws Exception {
        AtomicInteger computed = new AtomicInteger();
        CountDownLatch slowBegan = new CountDownLatch(1);
        CountDownLatch slowMayEnd = new CountDownLatch(1);
        Lazy<String> lazy = new Lazy<>(() -> {
            if (computed.incrementAndGet() == 1) {
                slowBegan.countDown();
                slowMayEnd.await();
                return "old";
            }
            return "new";
        });

        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<String> before = threads.submit(lazy::get);
            slowBegan.await();
            lazy.notifyChanged();
            assertThat(lazy.get()).isEqualTo("new");
            slowMayEnd.countDown();
            assertThat(before.get()).isEqualTo("old");
        }
        assertThat(lazy.get()).isEqualTo("new");
        assertThat(computed).hasValue(2);
    }

    @Test
    void a_failure_is_not_kept() throws Exception {
        AtomicInteger computed = new AtomicInteger();
        Lazy<Integer> lazy = new Lazy<>(() -> {
            if (computed.incrementAndGet() == 1) {
                throw new IOException("not today");
            }
            return computed.get();
        });

        assertThatThrownBy(lazy::get).isInstanceOf(IOException.class).hasMessage("not today");
        assertThat(lazy.get()).isEqualTo(2);
    }
}
