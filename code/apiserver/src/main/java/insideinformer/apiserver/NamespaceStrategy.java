package insideinformer.apiserver;

import tools.jackson.databind.node.ObjectNode;

/** Namespaces. Upstream: {@code k8s.io/kubernetes/pkg/registry/core/namespace/strategy.go}. */
final class NamespaceStrategy implements Strategy {

    private static final String NAME_LABEL = "kubernetes.io/metadata.name";

    @Override
    public void prepareForCreate(ObjectNode object) {
        spec(object).putArray("finalizers").add("kubernetes");
        object.putObject("status").put("phase", "Active");
        label(object);
    }

    @Override
    public void prepareForUpdate(ObjectNode object, ObjectNode old) {
        // only the finalize subresource changes these
        spec(object).set("finalizers", old.path("spec").path("finalizers"));
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
        ObjectNode metadata = Meta.of(object);
        ObjectNode labels = metadata.get("labels") instanceof ObjectNode present ? present : metadata.putObject("labels");
        labels.put(NAME_LABEL, Meta.name(object));
    }

    private static ObjectNode spec(ObjectNode object) {
        return object.get("spec") instanceof ObjectNode spec ? spec : object.putObject("spec");
    }
}
