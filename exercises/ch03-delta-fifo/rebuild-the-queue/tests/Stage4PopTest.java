import insideinformer.course.check.Promise;
import insideinformer.course.check.Promised;
import insideinformer.course.check.Stage;
import insideinformer.deltafifo.FIFOClosedException;
import java.util.ArrayList;
import java.util.List;

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
    void a_pop_waits_until_there_is_something() throws InterruptedException {
        Steps steps = new Steps().then("pop on another thread");
        Popping popping = Popping.on(steps.queue, deltas -> {});

        Promised.equal(steps.did(), Popping.WAITS, popping.untilItWaits(1));
        steps.add("cart", 1);
        Promised.equal(steps.did(), "[Added v1]", popping.end());
    }

    @Promise(number = 4, text = "Where two pops wait and one thing comes, one takes it and the other goes on waiting.",
            read = "Chapter 3, \"3. Taking an object out: pop\"")
    void where_two_pops_wait_one_goes_on_waiting() throws InterruptedException {
        Steps steps = new Steps().then("pop on two other threads");
        Popping one = Popping.on(steps.queue, deltas -> {});
        one.untilItWaits(1);
        Popping other = Popping.on(steps.queue, deltas -> {});
        other.untilItWaits(2);

        steps.add("cart", 1);
        Promised.equal(steps.did(), "[Added v1] and " + Popping.WAITS, one.end() + " and " + other.untilItWaits(1));
        steps.add("search", 1);
        Promised.equal(steps.did(), "[Added v1] and [Added v1]", one.end() + " and " + other.end());
    }

    @Promise(number = 5, text = "What was queued before the close is popped first; then pop ends with the exception.",
            read = "Chapter 3, \"7. The end\"")
    void a_closed_queue_is_popped_to_its_end() throws InterruptedException {
        Steps steps = new Steps().add("cart", 1).close().then("pop twice");

        Promised.equal(steps.did(), "[Added v1] and FIFOClosedException",
                Popping.on(steps.queue, deltas -> {}).end() + " and " + Popping.on(steps.queue, deltas -> {}).end());
    }

    @Promise(number = 6, text = "The callback runs under the lock: until it returns, nothing can be queued (I6).",
            read = "Chapter 3, \"The promises\", I6")
    void the_callback_runs_under_the_lock() throws InterruptedException {
        Steps steps = new Steps().add("cart", 1).then("pop, and during its callback add search v1 on another thread");
        List<String> during = new ArrayList<>();

        Popping popping = Popping.on(steps.queue, deltas -> {
            Thread adding = Thread.ofPlatform().daemon().start(() -> steps.queue.add(new Pod("search", 1)));
            while (adding.isAlive() && adding.getState() != Thread.State.WAITING) {
                Thread.onSpinWait();
            }
            during.add(adding.isAlive() ? "the add waits" : "the add went through");
        });

        popping.end();
        Promised.equal(steps.did(), "the add waits", String.join(" ", during));
    }

    @Promise(number = 7, text = "A callback that throws spoils nothing: its deltas are gone, and the queue goes on.",
            read = "Chapter 3, \"3. Taking an object out: pop\"")
    void a_callback_that_throws_spoils_nothing() throws InterruptedException {
        Steps steps = new Steps().add("cart", 1).add("search", 1).then("pop with a callback that throws").then("pop");

        String thrown = Popping.on(steps.queue, deltas -> {
            throw new IllegalStateException("the cache is full");
        }).end();
        String next = Popping.on(steps.queue, deltas -> {}).end();

        Promised.equal(steps.did(), "IllegalStateException, then [Added v1], left: nothing",
                thrown + ", then " + next + ", left: " + steps.queue.contents());
    }
}
