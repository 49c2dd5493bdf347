package insideinformer.conformance.catalogue;

/**
 * Rows whose ids begin alike.
 *
 * @param module the module whose chapter explains them, for example {@code ch03-delta-fifo}
 */
public record Family(String prefix, String title, String module) {}
