package insideinformer.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each rule accepts a legal history and names one that is not. */
class RulesTest {

    private static final State A1 = new State("n/ada", "u1", 1, "one");
    private static final State A2 = new State("n/ada", "u1", 2, "two");
    private static final State A3 = new State("n/ada", "u1", 3, "three");
    private static final State A2_GONE = A2.at(4);
    private static final State NEW5 = new State("n/ada", "u2", 5, "five");

    private final Set<State> stored = new HashSet<>(Set.of(A1, A2, A3, NEW5));
    private final Set<State> ended = new HashSet<>(Set.of(A2_GONE));
    private final Set<State> listed = new HashSet<>();
    private boolean selective;

    private List<String> violations(HandlerEvent... events) {
        return new Rules(stored::contains, ended::contains, listed::contains, selective).violations(List.of(events));
    }

    private void assertBroken(String rule, HandlerEvent... events) {
        assertThat(violations(events)).as(List.of(events).toString()).singleElement().asString().startsWith(rule + " ");
    }

    private static HandlerEvent add(State now) {
        return new HandlerEvent.Added(now, false);
    }

    private static HandlerEvent update(State before, State now) {
        return new HandlerEvent.Updated(before, now);
    }

    private static HandlerEvent delete(State last) {
        return new HandlerEvent.Deleted(last, false);
    }

    private static HandlerEvent tombstone(State last) {
        return new HandlerEvent.Deleted(last, true);
    }

    @Test
    void a_whole_life_and_the_next_one_are_legal() {
        assertThat(violations(add(A1), update(A1, A1), update(A1, A2), delete(A2_GONE), add(NEW5), tombstone(NEW5)))
                .isEmpty();
    }

    @Test
    void an_add_of_what_is_there_is_none() {
        assertBroken("R1", add(A1), add(A2));
    }

    @Test
    void an_update_before_the_add_is_none() {
        assertBroken("R1", update(A1, A2));
    }

    @Test
    void a_delete_of_what_is_not_there_is_none() {
        assertBroken("R1", tombstone(A1));
    }

    @Test
    void a_version_that_falls_within_a_life_is_the_past_after_the_future() {
        assertBroken("R2", add(A2), update(A2, A1));
    }

    @Test
    void a_version_that_falls_from_one_life_to_the_next_is_the_past_after_the_future() {
        State earlier = new State("n/ada", "u0", 3, "earlier");
        stored.add(earlier);

        assertBroken("R2", add(A2), delete(A2_GONE), add(earlier));
    }

    @Test
    void an_add_at_the_version_of_the_deletion_before_is_not_later_than_it() {
        State sameVersion = new State("n/ada", "u2", A2_GONE.version(), "same");
        stored.add(sameVersion);

        assertBroken("R2", add(A2), delete(A2_GONE), add(sameVersion));
    }

    @Test
    void an_update_from_another_state_than_the_last_one_told_has_lost_one() {
        assertBroken("R3", add(A1), update(A2, A3));
    }

    @Test
    void a_new_uid_in_an_update_must_come_from_a_list() {
        assertBroken("R4", add(A1), update(A1, NEW5));

        listed.add(NEW5);
        assertThat(violations(add(A1), update(A1, NEW5))).isEmpty();
    }

    @Test
    void a_state_that_the_server_never_held_is_invented() {
        State invented = A2.at(7);

        assertBroken("R5", add(invented));
        assertBroken("R5", add(A1), update(A1, invented));
        assertBroken("R5", add(A2), delete(A2.at(6)));
    }

    @Test
    void a_delete_that_tells_another_state_than_the_last_one_told_has_lost_one() {
        assertBroken("R6", add(A1), delete(A2_GONE));
        assertBroken("R6", add(A1), tombstone(A2));
        assertBroken("R6", add(A2), tombstone(A2_GONE));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void what_was_deleted_comes_back_only_into_a_selection(boolean selection) {
        selective = selection;
        State back = new State("n/ada", "u1", 6, "back");
        stored.add(back);

        if (selection) {
            assertThat(violations(add(A2), delete(A2_GONE), add(back))).isEmpty();
        } else {
            assertBroken("R7", add(A2), delete(A2_GONE), add(back));
        }
    }

    @Test
    void a_uid_that_was_replaced_does_not_come_back() {
        listed.add(NEW5);
        State back = new State("n/ada", "u1", 6, "back");
        stored.add(back);
        listed.add(back);

        assertBroken("R7", add(A1), update(A1, NEW5), update(NEW5, back));
    }

    @Test
    void every_key_has_a_history_of_its_own() {
        State bob = new State("n/bob", "u9", 1, "one");
        stored.add(bob);

        assertThat(violations(add(A2), add(bob), delete(A2_GONE), update(bob, bob))).isEmpty();
    }
}
