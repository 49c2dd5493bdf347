package insideinformer.store;

import java.util.Optional;

/**
 * A store that transforms what is written to it, and tells how, so that a Reflector can do the same in a store of its
 * own.
 *
 * <p>Upstream: {@code tools/cache/reflector.go, TransformingStore}.
 */
public interface TransformingStore<T> extends ReflectorStore<T> {

    /** Empty: nothing is transformed. */
    Optional<TransformFunc<T>> transformer();
}
