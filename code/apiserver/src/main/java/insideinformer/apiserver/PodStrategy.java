package insideinformer.apiserver;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Pods. Upstream: {@code k8s.io/kubernetes/pkg/registry/core/pod/strategy.go}. */
final class PodStrategy implements Strategy {

    private static final Set<String> TERMINATED = Set.of("Failed", "Succeeded");

    @Override
    public void prepareForCreate(ObjectNode object) {
        object.putObject("status").put("phase", "Pending");
    }

    @Override
    public long gracePeriodSeconds(ObjectNode object, @Nullable Long wanted) {
        boolean onNoNode = object.path("spec").path("nodeName").asString("").isEmpty();
        boolean terminated = TERMINATED.contains(object.path("status").path("phase").asString(""));
        if (onNoNode || terminated) {
            return 0; // nobody has anything to stop
        }
        long seconds = wanted != null ? wanted : object.path("spec").path("terminationGracePeriodSeconds").asLong(30);
        return seconds < 0 ? 1 : seconds;
    }
}
