import insideinformer.course.check.Promise;
import insideinformer.course.check.Stage;
import insideinformer.deltafifo.FIFOClosedException;

@Stage(number = 2, title = "The tombstone holds the newest state")
class Stage2NewestStateTest {

    @Promise(number = 1, text = "Of a pod both known and queued, the tombstone holds the queued state: it is the newer.",
            read = "Chapter 3, \"4. A list that replaces everything\"")
    void the_tombstone_holds_the_queued_state() throws FIFOClosedException {
        new Steps().known(new Pod("cart", 1)).add(new Pod("cart", 2)).replace()
                .leave("cart[Added v2, Deleted tombstone v2]");
    }

    @Promise(number = 2, text = "Of several queued states the tombstone holds the newest.",
            read = "Chapter 3, \"4. A list that replaces everything\"")
    void the_tombstone_holds_the_newest_of_the_queued_states() {
        new Steps().add(new Pod("cart", 1)).update(new Pod("cart", 2)).replace()
                .leave("cart[Added v1, Updated v2, Deleted tombstone v2]");
    }

    @Promise(number = 3, text = "A second list that lacks the pod as well changes nothing: the tombstone keeps its state.",
            read = "Chapter 3, \"4. A list that replaces everything\"")
    void a_second_list_changes_nothing() {
        new Steps().add(new Pod("cart", 1)).replace().replace()
                .leave("cart[Added v1, Deleted tombstone v1]");
    }

    @Promise(number = 4, text = "A deletion that the watch saw stays, with the last state in it (I4).",
            read = "Chapter 3, \"The promises\", I4")
    void a_deletion_that_was_seen_stays() {
        new Steps().add(new Pod("cart", 1)).delete(new Pod("cart", 2)).replace()
                .leave("cart[Added v1, Deleted v2]");
    }

    @Promise(number = 5, text = "A pod that went, came back and is not listed has gone twice (I4, I5).",
            read = "Chapter 3, \"The promises\", I4, I5")
    void a_pod_that_came_back_and_is_not_listed_has_gone_twice() throws FIFOClosedException {
        new Steps().known(new Pod("cart", 1)).delete(new Pod("cart", 1)).add(new Pod("cart", 9)).replace()
                .leave("cart[Deleted v1, Added v9, Deleted tombstone v9]");
    }

    @Promise(number = 6, text = "If the cache cannot say in which state a pod was, the pod is gone all the same: its tombstone "
            + "holds nothing (I5).", read = "Chapter 3, \"4. A list that replaces everything\"")
    void a_failed_lookup_makes_a_tombstone_of_nothing() throws FIFOClosedException {
        new Steps().known(new Pod("cart", 1)).lookupFails().replace()
                .leave("cart[Deleted tombstone of nothing]");
    }
}
