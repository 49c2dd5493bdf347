package insideinformer.apiserver.faults;

/** How a fault ends an open watch. */
public enum WatchEnd {
    /** As at its time limit: the body ends in order. */
    CLEAN,
    /** The socket is closed between two events. */
    CUT,
    /** Half an event is sent, then the socket is closed. */
    MID_EVENT
}
