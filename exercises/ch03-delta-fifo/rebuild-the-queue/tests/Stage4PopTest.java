import insideinformer.course.check.Promise;
import insideinformer.course.check.Promised;
import insideinformer.course.check.Stage;
import insideinformer.deltafifo.Deltas;
import insideinformer.deltafifo.FIFOClosedException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

@Stage(number = 4, title = "Taking out")
class Stage4PopTest {

    @Promise(number = 1, text = "A pop takes the oldest key with all its deltas, and both are gone (I1).",
            read = "Chapter 3, \"The promises\", I1")
    void a_pop_takes_the_oldest_key_with_all_its_deltas() throws FIFOClosedException {
        Steps steps = new Steps().add("cart", 1).add("search", 1).update("cart", 2).then("pop");
        List<String> popped = new ArrayList<>();

        steps.queue.pop(deltas -> popped.add(Show.deltas(deltas)));

        Promised.equal(steps.did(), "[Added v1, Updated v2], left: search[Added v1]",
                String.join(" ", popped) + ", left: " + steps.queue.contents());
    }

    @Promise(number = 2, text = "After its pop a key starts again at the tail (I3).",
            read = "Chapter 3, \"The promises\", I3")
    void after_its_pop_a_key_starts_again_at_the_tail() throws FIFOClosedException {
        new Steps().add("cart", 1).add("search", 1).pop().update("cart", 2)
                .leave("search[Added v1] cart[Updated v2]");
    }

    @Promise(number = 3, text = "A pop on an empty queue waits until there is something, and then takes it.",
            read = "Chapter 3, \"3. Taking an object out: pop\"")
    void a_pop_waits_until_there_is_something() {
        Steps steps = new Steps().then("pop on another thread");
        Popping popping = Popping.on(steps.queue, deltas -> {});

        Promised.equal(steps.did(), Popping.WAITS, popping.outcome());
        steps.add("cart", 1);
        Promised.equal(steps.did(), "[Added v1]", popping.outcome());
    }

    @Promise(number = 4, text = "Where two pops wait and one thing comes, one takes it and the other goes on waiting.",
            read = "Chapter 3, \"3. Taking an object out: pop\"")
    void where_two_pops_wait_one_goes_on_waiting() {
        Steps steps = new Steps().then("pop on two other threads");
        Popping one = Popping.on(steps.queue, deltas -> {});
        Popping other = one.another();
        Promised.equal(steps.did(), Popping.WAITS + " and " + Popping.WAITS, one.outcome() + " and " + other.outcome());

        steps.add("cart", 1);
        Promised.equal(steps.did(), "[Added v1] and " + Popping.WAITS, inOrder(one, other));
        steps.add("search", 2);
        Promised.equal(steps.did(), "[Added v1] and [Added v2]", inOrder(one, other));
    }

    /** Which of the two takes what does not matter. */
    private static String inOrder(Popping one, Popping other) {
        return Stream.of(one, other).map(Popping::outcome).sorted().collect(Collectors.joining(" and "));
    }

    @Promise(number = 5, text = "What was queued before the close is popped first; then pop ends with the exception.",
            read = "Chapter 3, \"7. The end\"")
    void a_closed_queue_is_popped_to_its_end() {
        Steps steps = new Steps().add("cart", 1).close().then("pop twice");

        Popping first = Popping.on(steps.queue, deltas -> {});
        String outcome = first.outcome();

        Promised.equal(steps.did(), "[Added v1] and FIFOClosedException", outcome + " and " + first.another().outcome());
    }

    @Promise(number = 6, text = "A pop that waits ends with the exception when the queue is closed.",
            read = "Chapter 3, \"7. The end\"")
    void a_pop_that_waits_ends_with_the_close() {
        Steps steps = new Steps().then("pop on another thread");
        Popping popping = Popping.on(steps.queue, deltas -> {});
        popping.outcome();

        steps.close();

        Promised.equal(steps.did(), "FIFOClosedException", popping.outcome());
    }

    @Promise(number = 7, text = "A closed queue still takes what comes, and pop hands it out.",
            read = "Chapter 3, \"7. The end\"")
    void a_closed_queue_still_takes_what_comes() {
        Steps steps = new Steps().close().add("cart", 1);
        String contents = steps.queue.contents();

        Promised.equal(steps.then("pop").did(), "cart[Added v1], then [Added v1]",
                contents + ", then " + Popping.on(steps.queue, deltas -> {}).outcome());
    }

    @Promise(number = 8, text = "An interrupt is no close: a pop that waits goes on waiting.",
            read = "Chapter 3, \"3. Taking an object out: pop\"")
    void an_interrupt_does_not_end_the_wait() {
        Steps steps = new Steps().then("pop on another thread").then("interrupt it");
        Popping popping = Popping.on(steps.queue, deltas -> {});
        popping.outcome();

        Promised.equal(steps.did(), Popping.WAITS, popping.interrupt());
        steps.add("cart", 1);
        Promised.equal(steps.did(), "[Added v1]", popping.outcome());
    }

    @Promise(number = 9, text = "The callback runs under the lock: until it returns, nothing can be queued (I6).",
            read = "Chapter 3, \"The promises\", I6")
    void the_callback_runs_under_the_lock() {
        Steps steps = new Steps().add("cart", 1).then("pop, and during its callback add search v1 on another thread");
        List<String> during = new ArrayList<>();

        Popping.on(steps.queue, deltas -> during.add(steps.addOnAnotherThread())).outcome();

        Promised.equal(steps.did(), "the add waits", String.join(" ", during));
    }

    @Promise(number = 10, text = "When the callback begins, its key is out of the queue already (I1).",
            read = "Chapter 3, \"3. Taking an object out: pop\"")
    void the_key_is_out_before_the_callback_begins() {
        Steps steps = new Steps().add("cart", 1).add("search", 2).then("pop, and look into the queue during its callback");
        List<String> during = new ArrayList<>();

        Popping.on(steps.queue, deltas -> during.add(steps.queue.contents())).outcome();

        Promised.equal(steps.did(), "search[Added v2]", String.join(" ", during));
    }

    @Promise(number = 11, text = "What the callback throws comes out of pop as it is, its deltas are gone, and the queue goes on.",
            read = "Chapter 3, \"3. Taking an object out: pop\"")
    void a_callback_that_throws_spoils_nothing() {
        IllegalStateException full = new IllegalStateException("the cache is full");

        spoilsNothing("an exception", full, deltas -> {
            throw full;
        });
    }

    @Promise(number = 12, text = "An Error of the callback comes out too.",
            read = "Chapter 3, \"3. Taking an object out: pop\"")
    void an_error_of_the_callback_comes_out() {
        Error wrong = new AssertionError("the cache is wrong");

        spoilsNothing("an Error", wrong, deltas -> {
            throw wrong;
        });
    }

    private static void spoilsNothing(String what, Throwable thrown, Consumer<Deltas<Pod>> callback) {
        Steps steps = new Steps().add("cart", 1).add("search", 2)
                .then("pop with a callback that throws " + what).then("pop");

        Popping failing = Popping.on(steps.queue, callback);
        failing.outcome();
        String next = failing.another().outcome();
        boolean again = next.contains("v1") || steps.queue.contents().contains("v1");

        Promised.equal(steps.did(), "what was thrown comes out; cart is gone, and the next pop takes [Added v2]",
                failing.threw(thrown) + "; " + (again ? "cart is queued again"
                        : "cart is gone, and the next pop takes " + next));
    }
}
