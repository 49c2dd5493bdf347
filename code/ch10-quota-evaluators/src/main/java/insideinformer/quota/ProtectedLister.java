package insideinformer.quota;

import insideinformer.api.GroupVersionResource;
import insideinformer.api.KubernetesObject;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Refuses to list until its cache has synced, because an empty cache looks like an empty namespace. After the cache has
 * synced once, it does not ask again.
 *
 * <p>Upstream: apiserver {@code pkg/quota/v1/generic/evaluator.go, protectedLister, cachedHasSynced}.
 */
public final class ProtectedLister implements ListFuncByNamespace {

    private final GroupVersionResource resource;
    private final BooleanSupplier hasSynced;
    private final ListFuncByNamespace delegate;
    private volatile boolean synced; // changes once, from false to true

    public ProtectedLister(GroupVersionResource resource, BooleanSupplier hasSynced, ListFuncByNamespace delegate) {
        this.resource = resource;
        this.hasSynced = hasSynced;
        this.delegate = delegate;
    }

    @Override
    public List<? extends KubernetesObject> list(String namespace) throws Exception {
        if (!synced && !hasSynced.getAsBoolean()) {
            throw new IllegalStateException(resource + " not yet synced");
        }
        synced = true;
        return delegate.list(namespace);
    }
}
