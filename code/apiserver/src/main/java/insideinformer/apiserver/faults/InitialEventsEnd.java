package insideinformer.apiserver.faults;

/** What becomes of the bookmark behind the initial events of a watch. */
public enum InitialEventsEnd {
    MARKED,
    /** It comes without its annotation. */
    UNMARKED,
    OMITTED
}
