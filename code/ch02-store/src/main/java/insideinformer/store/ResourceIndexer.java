package insideinformer.store;

import insideinformer.api.ApiException;
import insideinformer.api.GroupResource;
import insideinformer.selectors.LabelSelector;
import java.util.ArrayList;
import java.util.List;

/**
 * What typed listers are made of: reads one kind from an indexer, in one namespace or in all, from any thread. What it
 * answers is shared and must not be changed; the lists are the caller's own.
 *
 * <p>Upstream: {@code listers/generic_helpers.go, ResourceIndexer}.
 */
public final class ResourceIndexer<T> {

    private final Indexer<T> indexer;
    private final GroupResource resource;
    private final String namespace; // empty: no namespace, or all

    public ResourceIndexer(Indexer<T> indexer, GroupResource resource) {
        this(indexer, resource, "");
    }

    private ResourceIndexer(Indexer<T> indexer, GroupResource resource, String namespace) {
        this.indexer = indexer;
        this.resource = resource;
        this.namespace = namespace;
    }

    /** Empty: {@link #list} looks in all namespaces, {@link #get} outside of them. */
    public ResourceIndexer<T> inNamespace(String namespace) {
        return new ResourceIndexer<>(indexer, resource, namespace);
    }

    /** @throws IllegalArgumentException if an object has no metadata and the selector or the namespace asks for it */
    public List<T> list(LabelSelector selector) {
        List<T> found = new ArrayList<>();
        Listers.listAllByNamespace(indexer, namespace, selector, found::add);
        return found;
    }

    /**
     * Without a namespace, an object outside of namespaces.
     *
     * @throws ApiException of 404 {@code NotFound} if nothing stands there
     */
    public T get(String name) throws ApiException {
        String key = new ObjectName(namespace, name).toString();
        return indexer.getByKey(key).orElseThrow(() -> Listers.notFound(resource, name));
    }
}
