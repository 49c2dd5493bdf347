package insideinformer.soak;

/** What a handler was told, once. */
sealed interface Event {

    record Added(State now, boolean initial) implements Event {}

    record Updated(State before, State now) implements Event {

        /** Shown again: a resync, or a list that found nothing new. */
        boolean isNoNews() {
            return before.version() == now.version();
        }
    }

    record Deleted(State last, boolean tombstone) implements Event {}

    /** The object that it is about. */
    default String key() {
        return switch (this) {
            case Added(State now, boolean initial) -> now.key();
            case Updated(State before, State now) -> now.key();
            case Deleted(State last, boolean tombstone) -> last.key();
        };
    }
}
