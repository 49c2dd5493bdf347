package insideinformer.wait;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import insideinformer.wait.Context.Reason;
import java.lang.reflect.Field;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ContextTest {

    private static final Duration SECOND = Duration.ofSeconds(1);

    private final FakeClock clock = new FakeClock();
    private final Cancellable parent = Context.background().withCancel();
    private final List<String> called = new ArrayList<>();

    @Test
    void a_child_ends_with_its_parent_for_the_same_reason_and_before_cancel_returns() {
        Cancellable child = parent.withCancel();
        Cancellable grandchild = child.withTimeout(SECOND, clock);

        parent.cancel();

        assertThat(child.reason()).contains(Reason.CANCELLED);
        assertThat(grandchild.reason()).contains(Reason.CANCELLED);
        assertThat(clock.hasWaiters()).as("the timer of a context that has ended").isFalse();
    }

    @Test
    void a_child_that_ends_earlier_leaves_its_parent_and_its_siblings_alone() {
        Cancellable child = parent.withCancel();
        Cancellable sibling = parent.withCancel();

        child.close();

        assertThat(parent.isDone()).isFalse();
        assertThat(sibling.isDone()).isFalse();
    }

    @Test
    void a_child_of_a_context_that_has_ended_has_ended_and_makes_no_timer() {
        parent.cancel();

        Cancellable child = parent.withTimeout(SECOND, clock);

        assertThat(child.reason()).contains(Reason.CANCELLED);
        assertThat(clock.hasWaiters()).isFalse();
    }

    @Test
    void a_deadline_ends_a_context_and_its_children_with_this_reason_and_no_later_end_changes_it() {
        Cancellable limited = parent.withTimeout(SECOND, clock);
        Cancellable child = limited.withCancel();
        clock.step(SECOND.minusNanos(1));
        assertThat(limited.isDone()).isFalse();

        clock.step(Duration.ofNanos(1));
        limited.cancel();
        parent.cancel();

        assertThat(limited.reason()).contains(Reason.DEADLINE);
        assertThat(child.reason()).contains(Reason.DEADLINE);
    }

    @Test
    void a_timeout_of_zero_has_passed_already() {
        assertThat(parent.withTimeout(Duration.ZERO, clock).reason()).contains(Reason.DEADLINE);
    }

    @Test
    void actions_run_once_in_the_order_of_their_registration_on_the_thread_that_ends_the_context() throws Exception {
        Thread[] ran = new Thread[1];
        parent.onDone(() -> called.add("first"));
        parent.onDone(() -> ran[0] = Thread.currentThread());
        parent.onDone(() -> called.add("second"));

        Thread ending = Thread.ofVirtual().start(parent::cancel);
        ending.join();
        parent.cancel();

        assertThat(called).containsExactly("first", "second");
        assertThat(ran[0]).isSameAs(ending);
    }

    @Test
    void an_action_that_is_registered_after_the_end_runs_at_once() {
        parent.cancel();

        parent.onDone(() -> called.add("late"));

        assertThat(called).containsExactly("late");
    }

    @Test
    void an_action_whose_registration_was_closed_does_not_run() {
        Context.Registration registration = parent.onDone(() -> called.add("taken back"));
        parent.onDone(() -> called.add("kept"));

        registration.close();
        registration.close();
        parent.cancel();

        assertThat(called).containsExactly("kept");
    }

    @Test
    void a_child_that_has_ended_takes_its_registration_with_the_parent_back() throws Exception {
        for (int i = 0; i < 3; i++) {
            Cancellable child = parent.withCancel();
            child.onDone(() -> called.add("child"));
            child.cancel();
        }
        assertThat(called).hasSize(3);

        parent.cancel();

        assertThat(called).as("children that the parent ended again").hasSize(3);
        assertThat(registrations(parent)).isZero();
    }

    @Test
    void a_parent_holds_its_children_only_until_they_end() throws Exception {
        Cancellable child = parent.withCancel();
        Cancellable limited = parent.withTimeout(SECOND, clock);
        assertThat(registrations(parent)).isEqualTo(2);

        child.cancel();
        clock.step(SECOND);

        assertThat(limited.isDone()).isTrue();
        assertThat(registrations(parent)).isZero();
    }

    @Test
    void an_action_can_use_the_context_that_ends() {
        parent.onDone(() -> {
            called.add(parent.isDone() + " " + parent.withCancel().isDone());
            parent.cancel();
            parent.onDone(() -> called.add("inner"));
        });

        parent.cancel();

        assertThat(called).containsExactly("true true", "inner");
    }

    @Test
    void no_lock_is_held_while_an_action_runs() {
        parent.onDone(() -> {
            Thread other = Thread.ofVirtual().start(() -> called.add("other thread: " + parent.isDone()));
            try {
                other.join();
            } catch (InterruptedException e) {
                throw new IllegalStateException("another thread could not ask the context", e);
            }
        });

        parent.cancel();

        assertThat(called).containsExactly("other thread: true");
    }

    @Test
    void the_end_wakes_every_thread_that_waits() throws Exception {
        CountDownLatch waiting = new CountDownLatch(8);
        AtomicInteger woken = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            boolean limited = i % 2 == 0;
            threads.add(Thread.ofPlatform().start(() -> {
                waiting.countDown();
                try {
                    if (limited) {
                        woken.addAndGet(parent.await(Duration.ofDays(1), clock) ? 1 : 100);
                    } else {
                        parent.await();
                        woken.incrementAndGet();
                    }
                } catch (InterruptedException e) {
                    woken.addAndGet(1000);
                }
            }));
        }
        waiting.await();
        for (Thread thread : threads) {
            while (thread.getState() != Thread.State.WAITING) {
                Thread.onSpinWait();
            }
        }

        parent.cancel();
        for (Thread thread : threads) {
            thread.join();
        }

        assertThat(woken).hasValue(8);
    }

    @Test
    void waiting_for_a_time_says_whether_the_context_has_ended() throws Exception {
        AtomicInteger outcome = new AtomicInteger();
        Thread waiting = Thread.ofVirtual().start(() -> {
            try {
                outcome.set(parent.await(SECOND, clock) ? 1 : 2);
            } catch (InterruptedException e) {
                outcome.set(3);
            }
        });
        clock.awaitWaiters(1);

        clock.step(SECOND);
        waiting.join();

        assertThat(outcome).as("2: the time has passed, the context goes on").hasValue(2);
        assertThat(registrations(parent)).isZero();
        assertThat(clock.hasWaiters()).isFalse();
    }

    @Test
    void an_interrupt_ends_a_wait_even_if_the_context_has_ended() {
        parent.cancel();

        Thread.currentThread().interrupt();
        assertThatThrownBy(parent::await).isInstanceOf(InterruptedException.class);
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> parent.await(SECOND, clock)).isInstanceOf(InterruptedException.class);
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> Context.background().await()).isInstanceOf(InterruptedException.class);
        assertThat(Thread.interrupted()).isFalse();
    }

    private static int registrations(Cancellable context) throws ReflectiveOperationException {
        Field actions = Cancellable.class.getDeclaredField("actions"); // no method shows them
        actions.setAccessible(true);
        return ((Map<?, ?>) actions.get(context)).size();
    }
}
