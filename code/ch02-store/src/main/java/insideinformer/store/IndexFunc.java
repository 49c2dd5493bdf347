package insideinformer.store;

import java.util.Collection;

/** The values under which an object stands in one index. Upstream: {@code tools/cache/index.go, IndexFunc}. */
@FunctionalInterface
public interface IndexFunc<T> {

    Collection<String> values(T object) throws IndexException;
}
