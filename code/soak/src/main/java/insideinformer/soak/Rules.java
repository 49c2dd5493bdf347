package insideinformer.soak;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Which calls a handler can get for each object, and in which order.
 *
 * @param wasStored whether the server has held a state
 * @param hasEnded whether an object was deleted, or left the selection, in this state and at this version
 * @param wasListed whether a list gave this state to the informer
 * @param selective whether an object can leave the informer's selection and come back
 */
record Rules(
        Predicate<State> wasStored, Predicate<State> hasEnded, Predicate<State> wasListed, boolean selective) {

    // R1  An add names an object that is not there; an update or a delete names one that is.
    // R2  The version of a key never falls, and it rises with every add of a key that was there before.
    // R3  The old object of an update is the state that the handler heard last.
    // R4  A new uid comes after the delete of the old one. If that was missed, it comes in an update, from a list.
    // R5  The server has held every state that a handler hears.
    // R6  A delete has the state that the handler heard last, with the version of the deletion. A tombstone has
    //     that state unchanged.
    // R7  A deleted object does not come back under its uid, unless it can leave the selection and come back.

    /** Every rule that these events broke, in order. Empty if they broke none. */
    List<String> violations(List<HandlerEvent> events) {
        return new Hearing().hear(events);
    }

    private final class Hearing {

        private final List<String> violations = new ArrayList<>();
        private final Map<String, State> present = new HashMap<>(); // by key
        private final Map<String, Long> newest = new HashMap<>(); // version by key
        private final Set<String> gone = new HashSet<>(); // uids

        List<String> hear(List<HandlerEvent> events) {
            for (int i = 0; i < events.size(); i++) {
                String where = "event " + i + ", " + events.get(i);
                State told = present.get(events.get(i).key());
                switch (events.get(i)) {
                    case HandlerEvent.Added(State now, boolean initial) -> added(now, told, where);
                    case HandlerEvent.Updated(State before, State now) -> updated(before, now, told, where);
                    case HandlerEvent.Deleted(State last, boolean tombstone) -> deleted(last, tombstone, told, where);
                }
            }
            return violations;
        }

        private void added(State now, @Nullable State told, String where) {
            demand(told == null, "R1", where + ": it was there already, as " + told);
            demand(newest.getOrDefault(now.key(), 0L) < now.version(), "R2",
                    where + ": version " + newest.get(now.key()) + " was told before");
            demand(wasStored.test(now), "R5", where + ": the server never held it so");
            demand(selective || !gone.contains(now.uid()), "R7", where + ": it was deleted before");
            tell(now);
        }

        private void updated(State before, State now, @Nullable State told, String where) {
            demand(told != null, "R1", where + ": it was not there");
            demand(newest.getOrDefault(now.key(), 0L) <= now.version(), "R2",
                    where + ": version " + newest.get(now.key()) + " was told before");
            demand(told == null || before.equals(told), "R3", where + ": told last was " + told);
            demand(before.uid().equals(now.uid()) || wasListed.test(now), "R4",
                    where + ": another uid, and no list has shown it");
            demand(wasStored.test(now), "R5", where + ": the server never held it so");
            demand(selective || !gone.contains(now.uid()), "R7", where + ": it was deleted before");
            if (!before.uid().equals(now.uid())) {
                gone.add(before.uid());
            }
            tell(now);
        }

        private void deleted(State last, boolean tombstone, @Nullable State told, String where) {
            demand(told != null, "R1", where + ": it was not there");
            if (told != null) {
                demand(tombstone ? last.equals(told) : last.at(told.version()).equals(told), "R6",
                        where + ": told last was " + told);
            }
            demand(newest.getOrDefault(last.key(), 0L) <= last.version(), "R2",
                    where + ": version " + newest.get(last.key()) + " was told before");
            demand(tombstone || hasEnded.test(last), "R5", where + ": it did not end so");
            newest.put(last.key(), last.version());
            present.remove(last.key());
            gone.add(last.uid());
        }

        private void tell(State now) {
            present.put(now.key(), now);
            newest.put(now.key(), now.version());
        }

        private void demand(boolean kept, String rule, String what) {
            if (!kept) {
                violations.add(rule + " " + what);
            }
        }
    }
}
