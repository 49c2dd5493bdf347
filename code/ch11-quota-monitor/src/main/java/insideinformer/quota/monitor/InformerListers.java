package insideinformer.quota.monitor;

import insideinformer.api.ApiResource;
import insideinformer.api.GroupVersionResource;
import insideinformer.api.KubernetesObject;
import insideinformer.quota.ListFuncByNamespace;
import insideinformer.quota.ListerForResourceFunc;
import insideinformer.quota.ProtectedLister;
import insideinformer.sharedinformer.SharedIndexInformer;
import insideinformer.store.IndexFunc;

/**
 * Gives evaluators the objects in the caches of the shared informers.
 *
 * <p>Upstream: apiserver {@code pkg/quota/v1/generic, ListerFuncForResourceFunc}.
 */
public final class InformerListers implements ListerForResourceFunc {

    private final InformerFactory informers;

    public InformerListers(InformerFactory informers) {
        this.informers = informers;
    }

    @Override
    public ListFuncByNamespace listerFor(GroupVersionResource resource) {
        return listerOf(informers.forResource(QuotableResources.apiResource(resource, "")).informer(), resource);
    }

    static <T extends KubernetesObject> ListFuncByNamespace listerOf(
            SharedIndexInformer<T> informer, GroupVersionResource resource) {
        return new ProtectedLister(resource, informer::hasSynced,
                namespace -> informer.getIndexer().byIndex(IndexFunc.NAMESPACE_INDEX, namespace));
    }

    static ListFuncByNamespace listerFor(InformerFactory informers, ApiResource<?> resource) {
        return listerOf(informers.forResource(resource).informer(), resource.gvr());
    }
}
