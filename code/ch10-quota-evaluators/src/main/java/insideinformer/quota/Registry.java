package insideinformer.quota;

import insideinformer.api.GroupResource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Holds one evaluator for each resource. For any number of threads.
 *
 * <p>Upstream: apiserver {@code pkg/quota/v1/interfaces.go, Registry}.
 */
public interface Registry {

    /** Replaces the evaluator of the same resource, if there is one. */
    void add(Evaluator evaluator);

    /** Removes the evaluator of this one's resource. */
    void remove(Evaluator evaluator);

    @Nullable
    Evaluator get(GroupResource resource);

    /** A copy, sorted by resource. */
    List<Evaluator> list();
}
