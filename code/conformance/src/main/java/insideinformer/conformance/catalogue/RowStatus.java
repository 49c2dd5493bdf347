package insideinformer.conformance.catalogue;

/** Whether the project shows a row or a report. */
public enum RowStatus {
    /** At least one test shows all of it. */
    SHOWN,
    /** Tests carry its id, and each of them shows only a part. */
    PARTLY,
    /** No test shows it, because what it is about is not built yet. {@link SpecIndex#later} says why. */
    LATER,
    /** What it is about is built, and no test shows it. */
    OPEN
}
