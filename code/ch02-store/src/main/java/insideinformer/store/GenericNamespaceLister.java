package insideinformer.store;

import insideinformer.api.ApiException;
import insideinformer.api.GroupResource;
import insideinformer.selectors.LabelSelector;
import java.util.ArrayList;
import java.util.List;

/** A {@link GenericLister} for one namespace. Upstream: {@code tools/cache/listers.go, genericNamespaceLister}. */
public final class GenericNamespaceLister<T> {

    private final Indexer<T> indexer;
    private final String namespace;
    private final GroupResource resource;

    GenericNamespaceLister(Indexer<T> indexer, String namespace, GroupResource resource) {
        this.indexer = indexer;
        this.namespace = namespace;
        this.resource = resource;
    }

    /** The empty namespace lists all namespaces. */
    public List<T> list(LabelSelector selector) {
        List<T> found = new ArrayList<>();
        Listers.listAllByNamespace(indexer, namespace, selector, found::add);
        return found;
    }

    /**
     * Finds nothing in the empty namespace, because the key then begins with a slash.
     *
     * @throws ApiException with 404 {@code NotFound} if there is no such object
     */
    public T get(String name) throws ApiException {
        return indexer.getByKey(namespace + "/" + name).orElseThrow(() -> Listers.notFound(resource, name));
    }
}
