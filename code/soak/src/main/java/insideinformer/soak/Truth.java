package insideinformer.soak;

import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Every state that the server has held, and every last state with which an object can have left an informer's
 * selection. Only the thread of the run uses it.
 */
final class Truth {

    private final Map<Kind, Set<State>> held = new EnumMap<>(Kind.class);
    private final Map<Kind, Set<State>> ended = new EnumMap<>(Kind.class);

    void stored(Kind kind, State state) {
        in(held, kind).add(state);
    }

    /**
     * Notes the last state of an object that was deleted, or that changed so that a selector might not fit any more.
     */
    void ended(Kind kind, State last) {
        in(ended, kind).add(last);
    }

    boolean wasStored(Kind kind, State state) {
        return in(held, kind).contains(state);
    }

    boolean hasEnded(Kind kind, State state) {
        return in(ended, kind).contains(state);
    }

    private static Set<State> in(Map<Kind, Set<State>> all, Kind kind) {
        return all.computeIfAbsent(kind, k -> new HashSet<>());
    }
}
