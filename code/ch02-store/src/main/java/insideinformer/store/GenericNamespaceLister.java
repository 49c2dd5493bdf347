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

    /** The empty namespace lists all of them. */
    public List<T> list(LabelSelector selector) {
        List<T> found = new ArrayList<>();
        Listers.listAllByNamespace(indexer, namespace, selector, found::add);
        return found;
    }

    /**
     * In the empty namespace there is nothing: the key asked for begins with a slash.
     *
     * @throws ApiException of 404 {@code NotFound} if nothing stands there
     */
    public T get(String name) throws ApiException {
        return indexer.getByKey(namespace + "/" + name).orElseThrow(() -> Listers.notFound(resource, name));
    }
}
