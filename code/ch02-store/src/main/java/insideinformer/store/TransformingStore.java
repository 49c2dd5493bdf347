package insideinformer.store;

import java.util.Optional;

/**
 * A store that transforms what is written to it. A Reflector asks for the transformer to do the same in a temporary
 * store of its own.
 *
 * <p>Upstream: {@code tools/cache/reflector.go, TransformingStore}.
 */
public interface TransformingStore<T> extends ReflectorStore<T> {

    /** Empty: nothing is transformed. */
    Optional<TransformFunc<T>> transformer();
}
