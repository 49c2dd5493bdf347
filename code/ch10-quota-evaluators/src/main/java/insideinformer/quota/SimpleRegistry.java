package insideinformer.quota;

import insideinformer.api.GroupResource;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/** A registry in memory. Upstream: apiserver {@code pkg/quota/v1/generic/registry.go, simpleRegistry}. */
public final class SimpleRegistry implements Registry {

    private final ConcurrentSkipListMap<GroupResource, Evaluator> evaluators = new ConcurrentSkipListMap<>();

    public SimpleRegistry(Collection<? extends Evaluator> initial) {
        initial.forEach(this::add);
    }

    @Override
    public void add(Evaluator evaluator) {
        evaluators.put(evaluator.groupResource(), evaluator);
    }

    @Override
    public void remove(Evaluator evaluator) {
        evaluators.remove(evaluator.groupResource());
    }

    @Override
    public @Nullable Evaluator get(GroupResource resource) {
        return evaluators.get(resource);
    }

    @Override
    public List<Evaluator> list() {
        return List.copyOf(evaluators.values());
    }
}
