package insideinformer.apiserver.faults;

/** Where the connection breaks that carries a change to a watch. */
public enum Break {
    BEFORE,
    /** Half of the event is sent. */
    WITHIN,
    AFTER
}
