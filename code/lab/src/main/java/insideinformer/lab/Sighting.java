package insideinformer.lab;

import insideinformer.api.KubernetesObject;

/**
 * Something seen at a stage.
 *
 * @param kind the Java type's simple name, such as {@code Pod}
 * @param key {@code namespace/name}; empty where the sighting is of no one object
 * @param text what happened, to be read behind the stage's label
 */
public record Sighting(Stage stage, String kind, String key, String text) {

    public static Sighting of(Stage stage, KubernetesObject object, String text) {
        return new Sighting(stage, object.getClass().getSimpleName(), keyOf(object), text);
    }

    public static String keyOf(KubernetesObject object) {
        String namespace = object.metadata().namespace();
        return (namespace == null ? "" : namespace + "/") + object.metadata().name();
    }

    /** {@code cart@57}: the name and the version. */
    public static String show(KubernetesObject object) {
        return object.metadata().name() + "@" + object.metadata().resourceVersion();
    }
}
