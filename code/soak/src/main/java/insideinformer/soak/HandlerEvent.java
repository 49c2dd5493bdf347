package insideinformer.soak;

/** One call of a handler. */
sealed interface HandlerEvent {

    record Added(State now, boolean initial) implements HandlerEvent {}

    record Updated(State before, State now) implements HandlerEvent {

        /** Whether the version is the same: a resync, or a list that found nothing new. */
        boolean isNoNews() {
            return before.version() == now.version();
        }
    }

    record Deleted(State last, boolean tombstone) implements HandlerEvent {}

    /** The key of the object. */
    default String key() {
        return switch (this) {
            case Added(State now, boolean initial) -> now.key();
            case Updated(State before, State now) -> now.key();
            case Deleted(State last, boolean tombstone) -> last.key();
        };
    }
}
