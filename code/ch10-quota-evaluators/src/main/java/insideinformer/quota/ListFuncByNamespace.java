package insideinformer.quota;

import insideinformer.api.KubernetesObject;
import java.util.List;

/** Where an evaluator gets the objects that it counts. Upstream: {@code generic.ListFuncByNamespace}. */
@FunctionalInterface
public interface ListFuncByNamespace {

    /** For evaluators that only ever judge single objects, as in admission. */
    ListFuncByNamespace NONE = namespace -> {
        throw new IllegalStateException(
                "this evaluator was made without a lister; it cannot count namespace " + namespace);
    };

    /** The objects of one namespace. Whatever it throws is reported as a failed listing. */
    List<? extends KubernetesObject> list(String namespace) throws Exception;
}
