package insideinformer.conformance.catalogue;

/**
 * A place where the port does something else than a row says of the original, or where it had to choose.
 *
 * @param port what the port does
 * @param reason why
 */
public record Deviation(String id, String port, String reason) {}
