package insideinformer.deltafifo;

import static org.assertj.core.api.Assertions.assertThat;

import insideinformer.testing.Spec;
import insideinformer.wait.Context;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Spec("SI-43")
@Timeout(60)
class DoneSignalTest {

    private final DoneSignal signal = new DoneSignal("signal");

    @Test
    void what_depends_on_it_may_wait_and_holds_up_neither_who_fires_it_nor_one_another() throws Exception {
        CompletionStage<Void> before = signal.done();
        CompletionStage<Void> after = signal.done();
        CountDownLatch mayGoOn = new CountDownLatch(1);
        CompletionStage<Void> waiting = signal.done().thenRun(() -> awaitUninterruptibly(mayGoOn));

        signal.fire();

        before.toCompletableFuture().get(20, TimeUnit.SECONDS);
        after.toCompletableFuture().get(20, TimeUnit.SECONDS);
        assertThat(waiting.toCompletableFuture()).isNotDone();
        mayGoOn.countDown();
        waiting.toCompletableFuture().get(20, TimeUnit.SECONDS);
    }

    @Test
    void who_comes_when_it_is_done_is_served_at_once() {
        List<String> told = new ArrayList<>();
        signal.fire();

        signal.onDone(() -> told.add("listener"));
        signal.done().thenRun(() -> told.add("dependent"));

        assertThat(told).containsExactly("listener", "dependent");
    }

    @Test
    void listeners_are_told_once_by_who_fires_it_and_find_it_done() {
        List<Object> told = new ArrayList<>();
        signal.onDone(() -> told.add(signal.isDone()));
        signal.onDone(() -> told.add(Thread.currentThread()));

        assertThat(signal.isDone()).isFalse();
        signal.fire();
        signal.fire();

        assertThat(told).containsExactly(true, Thread.currentThread());
    }

    @Test
    void who_has_taken_it_back_is_not_told() {
        List<String> told = new ArrayList<>();
        Context.Registration registration = signal.onDone(() -> told.add("taken back"));
        signal.onDone(() -> told.add("other"));

        registration.close();
        signal.fire();

        assertThat(told).containsExactly("other");
    }

    @Test
    @Spec({"DF-45", "DF-46"})
    void what_depends_on_a_queues_signal_may_wait_while_the_queue_goes_on() throws Exception {
        DeltaFIFO<Thing> fifo = new DeltaFIFO<>(
                DeltaFIFOOptions.<Thing>builder().keyFunction(Thing::key).knownObjects(new Known()).build());
        CountDownLatch nextIsPopped = new CountDownLatch(1);
        CompletionStage<Void> waiting = fifo.done().thenRun(() -> awaitUninterruptibly(nextIsPopped));
        fifo.replace(List.of(Thing.of("a1")), "7");

        fifo.pop((deltas, initial) -> {});
        fifo.add(Thing.of("b2"));
        fifo.pop((deltas, initial) -> nextIsPopped.countDown());

        waiting.toCompletableFuture().get(20, TimeUnit.SECONDS);
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
