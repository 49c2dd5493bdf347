package insideinformer.quota;

import insideinformer.api.KubernetesObject;
import java.util.List;

/** Lists the objects that an evaluator counts. Upstream: {@code generic.ListFuncByNamespace}. */
@FunctionalInterface
public interface ListFuncByNamespace {

    /** For an evaluator that measures single objects only, as in admission. */
    ListFuncByNamespace NONE = namespace -> {
        throw new IllegalStateException(
                "this evaluator was made without a lister; it cannot count namespace " + namespace);
    };

    /** The objects of one namespace. The evaluator reports an exception as a failed listing. */
    List<? extends KubernetesObject> list(String namespace) throws Exception;
}
