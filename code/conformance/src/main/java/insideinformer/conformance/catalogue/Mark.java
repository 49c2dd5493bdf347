package insideinformer.conformance.catalogue;

/** What a catalogue says about a row beside its behavior. */
public enum Mark {
    /** {@code [J]}: the port had to decide, and can differ from the original. */
    DECISION,
    /** {@code (defect)}: upstream contradicts its own documentation. The port does what the row says. */
    DEFECT,
    /** {@code (opt)} or ◇: a port can leave the row out. */
    OPTIONAL
}
