package insideinformer.store;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A store that also finds objects by indexed values.
 *
 * <p>Never change a stored object in place. If it is deleted afterwards, the index no longer finds the entries that it
 * made for the object, and queries return a null for them.
 *
 * <p>Upstream: {@code tools/cache/index.go, Indexer}.
 */
public interface Indexer<T> extends Store<T> {

    /**
     * The objects that share a value with {@code object} in the index {@code name}, each once. {@code object} need not
     * be stored.
     *
     * @throws IndexException if the index function fails on {@code object}, or there is no such index
     */
    List<T> index(String name, T object) throws IndexException;

    /**
     * The objects that have {@code value} in the index {@code name}.
     *
     * @throws NoSuchIndexException if there is no such index
     */
    List<T> byIndex(String name, String value) throws NoSuchIndexException;

    /** The keys of the objects that have {@code value} in the index {@code name}, sorted. */
    List<String> indexKeys(String name, String value) throws NoSuchIndexException;

    /** A copy of the values in use. Empty for an index that does not exist. */
    Set<String> listIndexFuncValues(String name);

    /** A copy of the index names and their functions. */
    Map<String, IndexFunc<T>> getIndexers();

    /**
     * Adds all of {@code more} and indexes what is stored already. If it throws, it adds none.
     *
     * @throws IndexerConflictException if a name is taken
     * @throws IndexFunctionException if an index function failed on a stored object
     */
    void addIndexers(Map<String, IndexFunc<T>> more) throws IndexerConflictException;
}
