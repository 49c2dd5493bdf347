import insideinformer.course.check.Promise;
import insideinformer.course.check.Promised;
import insideinformer.course.check.Stage;
import java.util.ArrayList;
import java.util.List;

@Stage(number = 2, title = "Which deletions count")
class Stage2DeleteTest {

    @Promise(number = 1, text = "What the cache knows can be deleted.",
            read = "Chapter 3, \"2. Something happened: add, update, delete\"")
    void what_the_cache_knows_can_be_deleted() {
        new Steps().known("cart").delete("cart", 2)
                .leave("cart[Deleted v2]");
    }

    @Promise(number = 2, text = "What is only queued can be deleted: it will be known soon.",
            read = "Chapter 3, \"2. Something happened: add, update, delete\"")
    void what_is_only_queued_can_be_deleted() {
        new Steps().add("cart", 1).delete("cart", 2)
                .leave("cart[Added v1, Deleted v2]");
    }

    @Promise(number = 3, text = "What is neither known nor queued needs no deleting.",
            read = "Chapter 3, \"2. Something happened: add, update, delete\"")
    void what_nobody_knows_needs_no_deleting() {
        new Steps().known("search").delete("cart", 2)
                .leaveNothingBecauseTheCacheDoesNotKnowIt();
    }

    @Promise(number = 4, text = "Where the lookup fails the key counts as known: one deletion too many does no harm.",
            read = "Chapter 3, \"2. Something happened: add, update, delete\"")
    void a_failed_lookup_counts_as_known() {
        new Steps().lookupFails().delete("cart", 2)
                .leave("cart[Deleted v2]");
    }

    @Promise(number = 5, text = "A tombstone is queued as it is.",
            read = "Chapter 3, \"2. Something happened: add, update, delete\"")
    void a_tombstone_is_queued_as_it_is() {
        new Steps().known("cart").deleteTombstone("cart", 1)
                .leave("cart[Deleted tombstone v1]");
    }

    @Promise(number = 6, text = "A tombstone is a deletion like any other: if nobody knows its key, it is not queued.",
            read = "Chapter 3, \"2. Something happened: add, update, delete\"")
    void a_tombstone_that_nobody_knows_is_not_queued() {
        new Steps().known("search").deleteTombstone("cart", 1)
                .leaveNothingBecauseTheCacheDoesNotKnowIt();
    }

    @Promise(number = 7, text = "A tombstone without a state is queued too, because the cache still holds the pod.",
            read = "Chapter 3, \"2. Something happened: add, update, delete\"")
    void a_tombstone_without_a_state_is_queued() {
        new Steps().known("cart").deleteEmptyTombstone("cart")
                .leave("cart[Deleted tombstone of nothing]");
    }

    @Promise(number = 8, text = "The cache is asked under the lock, so that nothing can be queued or popped between the answer "
            + "and what follows from it (I6).", read = "Chapter 3, \"The promises\", I6")
    void the_cache_is_asked_under_the_lock() {
        List<String> during = new ArrayList<>();
        Steps steps = new Steps().known("cart");

        steps.atLookup(() -> during.add(steps.addOnAnotherThread())).delete("cart", 2)
                .then("while the cache is asked, add search v1 on another thread");

        Promised.equal(steps.did(), "the add waits", during.isEmpty() ? "the cache was not asked" : during.getFirst());
    }
}
