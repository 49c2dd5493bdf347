package insideinformer.conformance.catalogue;

/**
 * The rows whose ids begin with the same letters.
 *
 * @param module the module whose chapter explains them, for example {@code ch03-delta-fifo}
 */
public record Family(String prefix, String title, String module) {}
