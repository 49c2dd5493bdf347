import insideinformer.course.check.Promise;
import insideinformer.course.check.Stage;
import insideinformer.deltafifo.FIFOClosedException;

@Stage(number = 1, title = "Nothing goes in silence")
class Stage1NothingGoesInSilenceTest {

    @Promise(number = 1, text = "What the cache knows and the list does not have is deleted; what it has is not (I5).",
            read = "Chapter 3, \"The promises\", I5")
    void what_is_known_and_not_listed_is_deleted() throws FIFOClosedException {
        new Steps().known(new Pod("cart", 1), new Pod("search", 1)).replace(new Pod("cart", 2))
                .leave("cart[Replaced v2] search[Deleted tombstone v1]");
    }

    @Promise(number = 2, text = "What is only queued and the list does not have is deleted too (I5).",
            read = "Chapter 3, \"The promises\", I5")
    void what_is_only_queued_and_not_listed_is_deleted() {
        new Steps().add(new Pod("cart", 3)).replace()
                .leave("cart[Added v3, Deleted tombstone v3]");
    }

    @Promise(number = 3, text = "What is queued and listed is not deleted, and keeps its earlier deltas and its place (I3).",
            read = "Chapter 3, \"The promises\", I3, I5")
    void what_is_queued_and_listed_stays() {
        new Steps().add(new Pod("cart", 3)).add(new Pod("search", 4)).replace(new Pod("search", 6), new Pod("cart", 5))
                .leave("cart[Added v3, Replaced v5] search[Added v4, Replaced v6]");
    }

    @Promise(number = 4, text = "Whatever its deltas say, a queued pod that is not listed is deleted: also one that was only "
            + "updated, or is queued from an earlier list (I5).", read = "Chapter 3, \"The promises\", I5")
    void whatever_its_deltas_say() throws FIFOClosedException {
        new Steps().add(new Pod("cart", 3)).update(new Pod("cart", 3)).replace()
                .leave("cart[Added v3, Updated v3, Deleted tombstone v3]");
        new Steps().known(new Pod("cart", 3)).update(new Pod("cart", 3)).replace()
                .leave("cart[Updated v3, Deleted tombstone v3]");
        new Steps().replace(new Pod("cart", 3)).replace()
                .leave("cart[Replaced v3, Deleted tombstone v3]");
    }

    @Promise(number = 5, text = "A queued pod that is not listed keeps its place (I3).",
            read = "Chapter 3, \"The promises\", I3")
    void a_deleted_pod_keeps_its_place() {
        new Steps().add(new Pod("cart", 3)).add(new Pod("search", 4)).replace(new Pod("search", 6))
                .leave("cart[Added v3, Deleted tombstone v3] search[Added v4, Replaced v6]");
    }

    @Promise(number = 6, text = "Several pods can be missing at once, in the queue and in the cache (I5).",
            read = "Chapter 3, \"The promises\", I5")
    void several_can_be_missing() throws FIFOClosedException {
        new Steps().known(new Pod("billing", 1), new Pod("checkout", 2)).add(new Pod("cart", 3)).add(new Pod("search", 4)).replace()
                .leave("cart[Added v3, Deleted tombstone v3] search[Added v4, Deleted tombstone v4] "
                        + "billing[Deleted tombstone v1] checkout[Deleted tombstone v2]");
    }
}
