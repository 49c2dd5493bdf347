package insideinformer.store;

import insideinformer.api.ApiException;
import insideinformer.api.GroupResource;
import insideinformer.selectors.LabelSelector;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads objects of any kind from an indexer, from any thread; what it answers is shared and must not be changed, the
 * lists are the caller's own.
 *
 * <p>Upstream: {@code tools/cache/listers.go, genericLister}.
 */
public final class GenericLister<T> {

    private final Indexer<T> indexer;
    private final GroupResource resource;

    public GenericLister(Indexer<T> indexer, GroupResource resource) {
        this.indexer = indexer;
        this.resource = resource;
    }

    /** @throws IllegalArgumentException if an object has no metadata and the selector asks for labels */
    public List<T> list(LabelSelector selector) {
        List<T> found = new ArrayList<>();
        Listers.listAll(indexer, selector, found::add);
        return found;
    }

    /**
     * @param name the store key: of a namespaced object that is {@code namespace/name}
     * @throws ApiException of 404 {@code NotFound} if nothing stands there
     */
    public T get(String name) throws ApiException {
        return indexer.getByKey(name).orElseThrow(() -> Listers.notFound(resource, name));
    }

    public GenericNamespaceLister<T> byNamespace(String namespace) {
        return new GenericNamespaceLister<>(indexer, namespace, resource);
    }
}
