package insideinformer.quota;

import insideinformer.api.GroupVersionResource;

/** Gives each evaluator the lister of its resource. Upstream: {@code quota.ListerForResourceFunc}. */
@FunctionalInterface
public interface ListerForResourceFunc {

    /** Called once, when the evaluator is made. An error with the resource shows later, when the lister is used. */
    ListFuncByNamespace listerFor(GroupVersionResource resource);
}
