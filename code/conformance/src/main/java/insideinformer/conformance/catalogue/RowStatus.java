package insideinformer.conformance.catalogue;

/** Whether the project shows a row or a report. */
public enum RowStatus {
    /** At least one test carries its id. */
    SHOWN,
    /** Its part is not built yet; {@link SpecIndex#later} says why. */
    LATER,
    /** Its part is built, and no test shows it. */
    OPEN
}
