package insideinformer.sharedinformer;

import insideinformer.api.KubernetesObject;
import insideinformer.client.ListerWatcher;
import insideinformer.store.IndexFunc;
import insideinformer.store.Indexer;
import insideinformer.store.StoreException;
import java.util.Map;

/**
 * A {@link SharedInformer} whose store has indexes.
 *
 * <p>Upstream: {@code tools/cache/shared_informer.go, SharedIndexInformer}.
 */
public interface SharedIndexInformer<T extends KubernetesObject> extends SharedInformer<T> {

    /**
     * An informer that will read from {@code listerWatcher} once it is run. An event with an object of another class
     * than {@code objectType} is skipped and logged.
     *
     * @throws NullPointerException if an argument is null
     */
    static <T extends KubernetesObject> SharedIndexInformer<T> of(
            ListerWatcher<T> listerWatcher, Class<T> objectType, SharedIndexInformerOptions<T> options) {
        return new DefaultSharedIndexInformer<>(
                listerWatcher, objectType, options, MutationDetector.of(objectType.getSimpleName(), options.clock()));
    }

    /**
     * Adds indexes, before the start or later. Stored objects are indexed when this returns.
     *
     * @throws StoreException if a name is taken; then no index was added
     * @throws IllegalStateException if the informer has stopped, or if an index function failed; after such a failure
     *     the indexes exist but are not complete
     */
    void addIndexers(Map<String, IndexFunc<T>> indexers) throws StoreException;

    /** The objects and their indexes. This is always the same live store; the caller only reads from it. */
    Indexer<T> getIndexer();
}
