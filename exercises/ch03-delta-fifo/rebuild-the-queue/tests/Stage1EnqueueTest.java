import insideinformer.course.check.Promise;
import insideinformer.course.check.Stage;

@Stage(number = 1, title = "One place for each key")
class Stage1EnqueueTest {

    @Promise(number = 1, text = "A first delta puts its key at the tail of the queue (I1, I2).",
            read = "Chapter 3, \"The promises\", I1, I2")
    void a_first_delta_puts_its_key_at_the_tail() {
        new Steps().add("cart", 1).add("search", 1)
                .leave("cart[Added v1] search[Added v1]");
    }

    @Promise(number = 2, text = "A key that waits collects its deltas in one place, the oldest first (I1, I2).",
            read = "Chapter 3, \"The promises\", I1, I2")
    void a_waiting_key_collects_its_deltas_in_one_place() {
        new Steps().add("cart", 1).update("cart", 2)
                .leave("cart[Added v1, Updated v2]");
    }

    @Promise(number = 3, text = "A key keeps its place, however much happens to it (I3).",
            read = "Chapter 3, \"The promises\", I3")
    void a_key_keeps_its_place() {
        new Steps().add("cart", 1).add("search", 1).update("cart", 2)
                .leave("cart[Added v1, Updated v2] search[Added v1]");
    }

    @Promise(number = 4, text = "The queue does not compare versions: an update is queued even if its version is lower than "
            + "the last one, or the same as in the cache.", read = "Chapter 3, \"The promises\", I4")
    void an_update_counts_whatever_its_version() {
        new Steps().add("cart", 3).update("cart", 2)
                .leave("cart[Added v3, Updated v2]");
        new Steps().known("cart").update("cart", 1)
                .leave("cart[Updated v1]");
    }
}
