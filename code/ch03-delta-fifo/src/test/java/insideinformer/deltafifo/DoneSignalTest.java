package insideinformer.deltafifo;

import static org.assertj.core.api.Assertions.assertThat;

import insideinformer.testing.Interleavings;
import insideinformer.testing.PreemptedLocks;
import insideinformer.testing.Spec;
import insideinformer.wait.Cancellable;
import insideinformer.wait.Context;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DoneSignalTest {

    private final DoneSignal signal = new DoneSignal("signal");

    @Test
    void all_who_wait_for_it_go_on_when_it_fires() throws Exception {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> waiting = IntStream.range(0, 3).<Future<?>>mapToObj(i -> threads.submit(() -> {
                signal.done().await();
                return null;
            })).toList();

            signal.fire();

            for (Future<?> each : waiting) {
                each.get();
            }
        }
    }

    @Test
    void who_comes_when_it_is_done_is_called_at_once() {
        List<String> told = new ArrayList<>();
        signal.fire();

        signal.done().onDone(() -> told.add("late"));

        assertThat(told).containsExactly("late");
    }

    @Test
    void callbacks_run_once_on_the_thread_that_fires_it_and_find_it_done() {
        List<Object> told = new ArrayList<>();
        signal.done().onDone(() -> told.add(signal.done().isDone()));
        signal.done().onDone(() -> told.add(Thread.currentThread()));

        assertThat(signal.done().isDone()).isFalse();
        signal.fire();
        signal.fire();

        assertThat(told).containsExactly(true, Thread.currentThread());
    }

    @Test
    void a_callback_that_was_taken_back_is_not_called() {
        List<String> told = new ArrayList<>();
        Context.Registration registration = signal.done().onDone(() -> told.add("taken back"));
        signal.done().onDone(() -> told.add("other"));

        registration.close();
        signal.fire();

        assertThat(told).containsExactly("other");
    }

    @Test
    void whoever_has_fired_it_finds_it_done_although_another_thread_was_first() {
        int tellings = Interleavings.preempting(2, cast -> {
            DoneSignal both = new DoneSignal("both");
            PreemptedLocks.in((Cancellable) both.done());
            for (String name : List.of("one", "other")) {
                cast.start(name, () -> {
                    both.fire();
                    assertThat(both.done().isDone()).as("%s has fired it", name).isTrue();
                });
            }
            cast.join();
        });

        assertThat(tellings).isGreaterThan(5);
    }

    @Test
    @Spec("DF-46")
    void who_gives_up_waiting_does_not_make_it_done() {
        try (Cancellable waiting = signal.done().withCancel()) {
            waiting.cancel();
        }

        assertThat(signal.done().isDone()).isFalse();
    }
}
