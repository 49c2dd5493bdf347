package insideinformer.store;

/**
 * A key in the place of an object. The key functions of {@link Keys} return it as it is.
 *
 * <p>Upstream: {@code tools/cache/store.go, ExplicitKey}.
 */
public record ExplicitKey(String key) {}
