package insideinformer.conformance.catalogue;

/**
 * Where the port does not do what a row says of the original, or had to choose.
 *
 * @param port what the port does
 * @param reason why
 */
public record Deviation(String id, String port, String reason) {}
