package insideinformer.store;

import insideinformer.api.ApiException;
import insideinformer.api.GroupResource;
import insideinformer.api.LabelSelector;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads objects of any kind from an indexer; what it answers is shared and must not be changed.
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

    public List<T> list(LabelSelector selector) {
        List<T> found = new ArrayList<>();
        Listers.listAll(indexer, selector, found::add);
        return found;
    }

    /** @param name the store key: of a namespaced object that is {@code namespace/name} */
    public T get(String name) throws ApiException {
        return indexer.getByKey(name).orElseThrow(() -> Listers.notFound(resource, name));
    }

    public GenericNamespaceLister<T> byNamespace(String namespace) {
        return new GenericNamespaceLister<>(indexer, namespace, resource);
    }
}
