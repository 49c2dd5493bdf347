import insideinformer.course.check.Promise;
import insideinformer.course.check.Stage;

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
                .leave("nothing");
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
}
