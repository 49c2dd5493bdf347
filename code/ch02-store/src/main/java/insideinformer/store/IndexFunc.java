package insideinformer.store;

import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The values under which an object stands in one index: none, one or several; the empty text is a value like any other.
 * It runs under the store's lock, for a query on several threads at once: it must be quick and must not call the store.
 *
 * <p>Upstream: {@code tools/cache/index.go, IndexFunc}.
 */
@FunctionalInterface
public interface IndexFunc<T> {

    /** The conventional name of the index by namespace. Upstream: {@code NamespaceIndex}. */
    String NAMESPACE_INDEX = "namespace";

    /**
     * @return null: none; a null among them counts as a failure, like an exception
     * @throws IndexException if it cannot tell; a write then throws {@link IndexFunctionException}
     */
    @Nullable Collection<String> values(T object) throws IndexException;

    /**
     * By namespace; what has none stands under the empty text, and what has no metadata is an {@link IndexException}.
     * Upstream: {@code MetaNamespaceIndexFunc}.
     */
    static <T> IndexFunc<T> metaNamespaceIndexFunc() {
        return object -> {
            try {
                return List.of(Keys.objectToName(object).namespace());
            } catch (KeyException e) {
                throw new IndexException(e.getMessage(), e);
            }
        };
    }
}
