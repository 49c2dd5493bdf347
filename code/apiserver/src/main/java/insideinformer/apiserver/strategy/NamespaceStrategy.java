package insideinformer.apiserver.strategy;

import insideinformer.apiserver.store.Meta;
import insideinformer.apiserver.store.Trees;
import insideinformer.apiserver.write.Namespaces;
import tools.jackson.databind.node.ObjectNode;

/** Namespaces. Upstream: {@code k8s.io/kubernetes/pkg/registry/core/namespace/strategy.go}. */
final class NamespaceStrategy implements Strategy {

    private static final String NAME_LABEL = "kubernetes.io/metadata.name";

    @Override
    public void prepareForCreate(ObjectNode object) {
        Trees.object(object, "spec").putArray("finalizers").add("kubernetes");
        object.putObject("status").put("phase", "Active");
        label(object);
    }

    @Override
    public void prepareForUpdate(ObjectNode object, ObjectNode old) {
        // only the finalize subresource changes these
        Trees.copyField("finalizers", old.path("spec"), Trees.object(object, "spec"));
        label(object);
    }

    @Override
    public boolean isHeld(ObjectNode object) {
        return Strategy.super.isHeld(object) || !object.path("spec").path("finalizers").isEmpty();
    }

    @Override
    public void onTerminating(ObjectNode object) {
        Meta.of(object).remove("deletionGracePeriodSeconds");
        object.putObject("status").put("phase", "Terminating");
    }

    private static void label(ObjectNode object) {
        Trees.object(Meta.of(object), "labels").put(NAME_LABEL, Meta.name(object));
    }
}
