package insideinformer.store;

import insideinformer.api.ApiException;
import insideinformer.api.GroupResource;
import insideinformer.selectors.LabelSelector;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads objects of one kind from an indexer by name and label. Any thread may call it. The objects that it returns are
 * shared and must not be changed. The lists are the caller's own.
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
     * @param name the store key, which is {@code namespace/name} for an object in a namespace
     * @throws ApiException with 404 {@code NotFound} if there is no such object
     */
    public T get(String name) throws ApiException {
        return indexer.getByKey(name).orElseThrow(() -> Listers.notFound(resource, name));
    }

    public GenericNamespaceLister<T> byNamespace(String namespace) {
        return new GenericNamespaceLister<>(indexer, namespace, resource);
    }
}
