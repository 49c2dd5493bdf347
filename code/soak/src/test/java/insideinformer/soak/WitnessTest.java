package insideinformer.soak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import insideinformer.api.ConfigMap;
import insideinformer.api.ObjectMeta;
import insideinformer.deltafifo.DoneChecker;
import insideinformer.processor.ResourceEventHandlerRegistration;
import insideinformer.store.DeletedFinalStateUnknown;
import insideinformer.store.DeletedObject;
import insideinformer.store.DeltaObject;
import insideinformer.wait.Cancellable;
import insideinformer.wait.Context;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class WitnessTest {

    /** A registration whose state the test decides. */
    private static final class Receipt implements ResourceEventHandlerRegistration {

        private final Cancellable shutdown = Context.background().withCancel();
        private volatile boolean synced;

        @Override
        public boolean hasSynced() {
            return synced;
        }

        @Override
        public DoneChecker hasSyncedChecker() {
            throw new UnsupportedOperationException("a witness does not ask for it");
        }

        @Override
        public int pendingNotifications() {
            throw new UnsupportedOperationException("a witness does not ask for it");
        }

        @Override
        public Context shutdown() {
            return shutdown;
        }
    }

    private final Witness<ConfigMap> witness = new Witness<>("w", 0);
    private final Receipt receipt = new Receipt();

    private static ConfigMap map(String name, long version) {
        return new ConfigMap("v1", "ConfigMap",
                ObjectMeta.named("n", name).withResourceVersion(Long.toString(version)), Map.of(), Map.of());
    }

    private static State state(String name, long version) {
        return State.of(map(name, version));
    }

    @Test
    void it_remembers_what_it_was_told_and_what_is_left_of_it() {
        witness.onAdd(map("ada", 1), true);
        witness.onAdd(map("bob", 2), false);
        witness.onUpdate(map("ada", 1), map("ada", 3));
        witness.onDelete(DeletedObject.of(new DeltaObject.Live<>(map("ada", 4))));
        witness.onDelete(DeletedObject.of(new DeletedFinalStateUnknown<>("n/bob", Optional.of(map("bob", 2)))));
        witness.onAdd(map("eve", 5), false);

        assertThat(witness.events()).containsExactly(
                new HandlerEvent.Added(state("ada", 1), true),
                new HandlerEvent.Added(state("bob", 2), false),
                new HandlerEvent.Updated(state("ada", 1), state("ada", 3)),
                new HandlerEvent.Deleted(state("ada", 4), false),
                new HandlerEvent.Deleted(state("bob", 2), true),
                new HandlerEvent.Added(state("eve", 5), false));
        assertThat(witness.view()).containsExactly(state("eve", 5));
        assertThat(witness.complaints()).isEmpty();
    }

    @Test
    void a_blocked_call_returns_when_it_is_released() throws Exception {
        witness.block(true);
        CountDownLatch returned = new CountDownLatch(1);
        Thread.ofVirtual().start(() -> {
            witness.onAdd(map("ada", 1), false);
            returned.countDown();
        });
        while (witness.events().isEmpty()) {
            Thread.onSpinWait();
        }
        assertThat(witness.view()).isEmpty();
        assertThat(returned.getCount()).isOne();

        witness.block(false);

        returned.await();
        assertThat(witness.view()).containsExactly(state("ada", 1));
    }

    @Test
    void it_fails_when_the_plan_says_so_and_has_heard_all_the_same() {
        Witness<ConfigMap> failing = new Witness<>("f", 2);
        failing.onAdd(map("ada", 1), false);

        assertThatThrownBy(() -> failing.onAdd(map("bob", 2), false)).isInstanceOf(Witness.PlannedFailure.class);

        failing.onAdd(map("eve", 3), false);
        assertThat(failing.view()).hasSize(3);
        assertThat(failing.complaints()).isEmpty();
    }

    @Test
    void it_complains_of_a_call_from_another_thread() throws Exception {
        witness.onAdd(map("ada", 1), false);

        Thread.ofVirtual().start(() -> witness.onAdd(map("bob", 2), false)).join();

        assertThat(witness.complaints()).containsExactly("handler w is called by another thread than before");
    }

    @Test
    void it_complains_of_a_call_within_a_call() throws Exception {
        witness.block(true);
        Thread first = Thread.ofVirtual().start(() -> witness.onAdd(map("ada", 1), false));
        while (witness.events().isEmpty()) {
            Thread.onSpinWait();
        }
        Thread second = Thread.ofVirtual().start(() -> witness.onAdd(map("bob", 2), false));
        while (witness.events().size() < 2) {
            Thread.onSpinWait();
        }
        witness.block(false);
        first.join();
        second.join();

        assertThat(witness.complaints()).contains("handler w is called while another call of it runs");
    }

    @Test
    void it_complains_of_a_call_after_the_last_one() {
        witness.joined(receipt);
        witness.onAdd(map("ada", 1), false);
        receipt.shutdown.cancel();
        assertThat(witness.complaints()).isEmpty();

        witness.onAdd(map("bob", 2), false);

        assertThat(witness.complaints()).singleElement().asString().contains("after its last call");
    }

    @Test
    void it_complains_of_an_initial_object_after_it_counted_as_synced() {
        witness.joined(receipt);
        witness.onAdd(map("ada", 1), true);
        receipt.synced = true;
        witness.onAdd(map("bob", 2), false);
        assertThat(witness.complaints()).isEmpty();

        witness.onAdd(map("eve", 3), true);

        assertThat(witness.complaints()).singleElement().asString().contains("after it counted as synced");
    }
}
