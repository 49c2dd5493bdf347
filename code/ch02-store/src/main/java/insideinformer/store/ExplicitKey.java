package insideinformer.store;

/**
 * A key where an object is expected: the key functions of {@link Keys} answer with it as it is.
 *
 * <p>Upstream: {@code tools/cache/store.go, ExplicitKey}.
 */
public record ExplicitKey(String key) {}
