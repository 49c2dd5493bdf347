package insideinformer.quota;

import insideinformer.api.GroupVersionResource;

/** Gives each evaluator the lister of its resource. Upstream: {@code quota.ListerForResourceFunc}. */
@FunctionalInterface
public interface ListerForResource {

    /** Asked once, when the evaluator is made; what is wrong with the resource shows when the lister is used. */
    ListFuncByNamespace listerFor(GroupVersionResource resource);
}
