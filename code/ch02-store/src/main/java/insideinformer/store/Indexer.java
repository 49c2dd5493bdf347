package insideinformer.store;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A store that also finds objects by indexed values.
 *
 * <p>A query may hold a null if somebody changed a stored object in place and then deleted it: the index can no longer
 * find the entries it made.
 *
 * <p>Upstream: {@code tools/cache/index.go, Indexer}.
 */
public interface Indexer<T> extends Store<T> {

    /**
     * Objects that share a value with {@code object} in the index {@code name}, each once; it need not be stored.
     *
     * @throws IndexException if the index function fails on it, or there is no such index
     */
    List<T> index(String name, T object) throws IndexException;

    /** @throws NoSuchIndexException if there is no such index; a value that nobody has gives an empty list */
    List<T> byIndex(String name, String value) throws NoSuchIndexException;

    /** The store keys under {@code value}, sorted. */
    List<String> indexKeys(String name, String value) throws NoSuchIndexException;

    /** A copy: the values in use; empty for an index that does not exist. */
    Set<String> listIndexFuncValues(String name);

    /** A copy: index names and their functions. */
    Map<String, IndexFunc<T>> getIndexers();

    /**
     * Adds all of {@code more}, indexing what is stored already, or none if a name is taken.
     *
     * @throws IndexFunctionException if an index function failed; none of them is added then
     * @throws NullPointerException if a function is null; none was added then
     */
    void addIndexers(Map<String, IndexFunc<T>> more) throws IndexerConflictException;
}
