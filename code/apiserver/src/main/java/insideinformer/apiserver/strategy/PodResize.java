package insideinformer.apiserver.strategy;

import insideinformer.apiserver.errors.FieldErrors;
import insideinformer.apiserver.store.Meta;
import insideinformer.apiserver.store.Trees;
import insideinformer.quota.Quantity;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A write to {@code /resize} of a pod: the resources of its containers change, nothing else does.
 *
 * <p>Upstream: {@code k8s.io/kubernetes/pkg/registry/core/pod/strategy.go, podResizeStrategy}, and {@code
 * ValidatePodResize}.
 */
public final class PodResize {

    public static final String SUBRESOURCE = "resize";

    private static final List<String> LISTS = List.of("containers", "initContainers");
    private static final Set<String> MUTABLE = Set.of("cpu", "memory");

    private PodResize() {}

    /** The old pod with the resources that the containers of the same names have in the new one. */
    public static ObjectNode apply(ObjectNode wanted, ObjectNode old) {
        ObjectNode result = old.deepCopy();
        Trees.copyField("resourceVersion", wanted.path("metadata"), Meta.of(result));
        for (String list : LISTS) {
            for (JsonNode container : result.path("spec").path(list)) {
                for (JsonNode other : wanted.path("spec").path(list)) {
                    if (other.path("name").equals(container.path("name"))) {
                        Trees.copyField("resources", other, (ObjectNode) container);
                        Trees.copyField("resizePolicy", other, (ObjectNode) container);
                    }
                }
            }
        }
        PodTemplates.setDefaults(Trees.object(result, "spec"));
        return result;
    }

    public static void validate(ObjectNode pod, ObjectNode old, FieldErrors errors) {
        String before = PodTemplates.qualityOfService(Trees.object(old.deepCopy(), "spec"));
        if (!PodTemplates.qualityOfService(Trees.object(pod, "spec")).equals(before)) {
            errors.invalidText("spec", before, "Pod QOS Class may not change as a result of resizing");
        }
        for (String list : LISTS) {
            for (int i = 0; i < pod.path("spec").path(list).size(); i++) {
                validateContainer("spec." + list + "[" + i + "]", pod.path("spec").path(list).get(i),
                        old.path("spec").path(list).path(i), errors);
            }
        }
    }

    private static void validateContainer(String path, JsonNode now, JsonNode old, FieldErrors errors) {
        boolean changed = false;
        for (String kind : List.of("limits", "requests")) {
            JsonNode after = now.path("resources").path(kind);
            JsonNode before = old.path("resources").path(kind);
            Set<String> names = new TreeSet<>(after.propertyNames());
            names.addAll(before.propertyNames());
            for (String name : names) {
                if (!after.has(name)) {
                    errors.forbidden(path + ".resources." + kind, "resource " + kind + " cannot be removed");
                } else if (!before.has(name) || amount(after, name).compareTo(amount(before, name)) != 0) {
                    changed = true;
                    if (!MUTABLE.contains(name)) {
                        errors.forbidden("spec", "only cpu and memory resources are mutable");
                    }
                }
            }
        }
        boolean runsOnce = path.startsWith("spec.initContainers")
                && !old.path("restartPolicy").asString("").equals("Always");
        if (changed && runsOnce) {
            errors.forbidden(path + ".resources", "resources for non-sidecar init containers are immutable");
        }
    }

    private static Quantity amount(JsonNode amounts, String name) {
        return Quantity.mustParse(amounts.path(name).asString(""));
    }
}
