package insideinformer.store;

import insideinformer.api.ApiException;
import insideinformer.api.GroupResource;
import insideinformer.api.LabelSelector;
import java.util.ArrayList;
import java.util.List;

/**
 * What typed listers are made of: reads one kind from an indexer, in one namespace or in all. What it answers is shared
 * and must not be changed.
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

    public ResourceIndexer<T> inNamespace(String namespace) {
        return new ResourceIndexer<>(indexer, resource, namespace);
    }

    public List<T> list(LabelSelector selector) {
        List<T> found = new ArrayList<>();
        Listers.listAllByNamespace(indexer, namespace, selector, found::add);
        return found;
    }

    /** Without a namespace, an object outside of namespaces. */
    public T get(String name) throws ApiException {
        String key = new ObjectName(namespace, name).toString();
        return indexer.getByKey(key).orElseThrow(() -> Listers.notFound(resource, name));
    }
}
