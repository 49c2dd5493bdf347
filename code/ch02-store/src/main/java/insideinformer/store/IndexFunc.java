package insideinformer.store;

import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Gives the values under which an index finds an object: none, one or several. The empty text is a value like any
 * other. The function runs under the store's lock, and queries run it on several threads at once. It must be quick and
 * must not call the store.
 *
 * <p>Upstream: {@code tools/cache/index.go, IndexFunc}.
 */
@FunctionalInterface
public interface IndexFunc<T> {

    /** The usual name of the index by namespace. Upstream: {@code NamespaceIndex}. */
    String NAMESPACE_INDEX = "namespace";

    /**
     * @return null: no values; a null among the values counts as a failure
     * @throws IndexException if the object has no values that it could give; a write then throws {@link
     *     IndexFunctionException}
     */
    @Nullable Collection<String> values(T object) throws IndexException;

    /**
     * Gives the namespace, which is empty for an object outside of namespaces. Fails for an object without metadata.
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
