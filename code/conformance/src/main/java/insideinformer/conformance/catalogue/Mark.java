package insideinformer.conformance.catalogue;

/** What a catalogue says about a row beside its behaviour. */
public enum Mark {
    /** {@code [J]}: the port had to decide, and may differ. */
    DECISION,
    /** {@code (defect)}: upstream is wrong by its own documentation, and the port does what the row says instead. */
    DEFECT,
    /** {@code (opt)} or ◇: a port may leave the row out. */
    OPTIONAL
}
