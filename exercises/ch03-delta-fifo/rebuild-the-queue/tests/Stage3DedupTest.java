import insideinformer.course.check.Promise;
import insideinformer.course.check.Stage;

@Stage(number = 3, title = "What is merged, and what is not")
class Stage3DedupTest {

    @Promise(number = 1, text = "Two deletions in a row become one; the older stays, since it saw the last state (I4).",
            read = "Chapter 3, \"The promises\", I4")
    void of_two_deletions_the_older_stays() {
        new Steps().add("cart", 1).delete("cart", 2).delete("cart", 3)
                .leave("cart[Added v1, Deleted v2]");
        new Steps().known("cart").delete("cart", 2).delete("cart", 3)
                .leave("cart[Deleted v2]");
    }

    @Promise(number = 2, text = "A tombstone gives way to the deletion that follows it, be it a tombstone or not (I4).",
            read = "Chapter 3, \"The promises\", I4")
    void a_tombstone_gives_way() {
        new Steps().add("cart", 1).deleteTombstone("cart", 1).delete("cart", 2)
                .leave("cart[Added v1, Deleted v2]");
    }

    @Promise(number = 3, text = "Of two tombstones the newer stays: its state is the later one (I4).",
            read = "Chapter 3, \"The promises\", I4")
    void of_two_tombstones_the_newer_stays() {
        new Steps().add("cart", 1).deleteTombstone("cart", 1).deleteTombstone("cart", 2)
                .leave("cart[Added v1, Deleted tombstone v2]");
    }

    @Promise(number = 4, text = "A tombstone after a seen deletion is dropped: the seen one knows more (I4).",
            read = "Chapter 3, \"The promises\", I4")
    void a_tombstone_after_a_seen_deletion_is_dropped() {
        new Steps().add("cart", 1).delete("cart", 2).deleteTombstone("cart", 1)
                .leave("cart[Added v1, Deleted v2]");
    }

    @Promise(number = 5, text = "Nothing but deletions is merged: equal updates stay two (I4).",
            read = "Chapter 3, \"The promises\", I4")
    void equal_updates_stay_two() {
        new Steps().add("cart", 1).add("cart", 1).update("cart", 2).update("cart", 2)
                .leave("cart[Added v1, Added v1, Updated v2, Updated v2]");
    }

    @Promise(number = 6, text = "A deletion is merged with nothing else: the update before it stays (I4).",
            read = "Chapter 3, \"The promises\", I4")
    void an_update_before_a_deletion_stays() {
        new Steps().add("cart", 1).update("cart", 2).delete("cart", 3)
                .leave("cart[Added v1, Updated v2, Deleted v3]");
    }

    @Promise(number = 7, text = "Only the last two deltas are looked at: a pod that came back and went again was deleted "
            + "twice (I4).", read = "Chapter 3, \"The promises\", I4")
    void a_pod_that_came_back_is_deleted_twice() {
        new Steps().add("cart", 1).delete("cart", 2).add("cart", 3).delete("cart", 4)
                .leave("cart[Added v1, Deleted v2, Added v3, Deleted v4]");
    }

    @Promise(number = 8, text = "It is the last two that are merged, also when an earlier deletion looks the same "
            + "(I2, I4).", read = "Chapter 3, \"The promises\", I2, I4")
    void an_earlier_deletion_that_looks_the_same_stays() {
        new Steps().known("cart").deleteTombstone("cart", 1).add("cart", 1).deleteTombstone("cart", 1).delete("cart", 2)
                .leave("cart[Deleted tombstone v1, Added v1, Deleted v2]");
    }
}
