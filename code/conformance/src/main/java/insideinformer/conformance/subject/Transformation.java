package insideinformer.conformance.subject;

import insideinformer.api.ConfigMap;
import insideinformer.api.ObjectMeta;
import insideinformer.store.TransformFunc;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A transformer, described by a trace. Its parts apply in the order of the parameters.
 *
 * @param failName it refuses objects of this name
 * @param drop {@code metadata.labels}, {@code metadata.annotations}
 * @param bump whether to add 1 to {@code data.n}, so that a second transformation is visible
 * @param rename names to new names
 */
public record Transformation(
        @Nullable String failName, @Nullable List<String> drop, boolean bump, @Nullable Map<String, String> rename)
        implements TransformFunc<ConfigMap> {

    /** The transformer refuses an object. */
    public static final class RefusedException extends Exception {

        RefusedException(String name) {
            super("the name " + name + " is not transformed");
        }
    }

    @Override
    public ConfigMap transform(ConfigMap object) throws RefusedException {
        String name = object.metadata().name();
        if (name != null && name.equals(failName)) {
            throw new RefusedException(name);
        }
        ObjectMeta meta = object.metadata();
        for (String field : drop == null ? List.<String>of() : drop) {
            meta = switch (field) {
                case "metadata.labels" -> meta.withLabels(Map.of());
                case "metadata.annotations" -> ScriptedObjects.withAnnotations(meta, Map.of());
                default -> throw new IllegalArgumentException("cannot drop " + field);
            };
        }
        Map<String, String> data = new HashMap<>(object.data());
        if (bump) {
            data.merge("n", "1", (old, one) -> Integer.toString(Integer.parseInt(old) + 1));
        }
        if (rename != null && name != null && rename.containsKey(name)) {
            meta = named(meta, rename.get(name));
        }
        return new ConfigMap(object.apiVersion(), object.kind(), meta, data, object.unknown());
    }

    private static ObjectMeta named(ObjectMeta m, @Nullable String name) {
        return new ObjectMeta(
                name, m.generateName(), m.namespace(), m.uid(), m.resourceVersion(), m.generation(),
                m.creationTimestamp(), m.deletionTimestamp(), m.deletionGracePeriodSeconds(), m.labels(),
                m.annotations(), m.finalizers(), m.ownerReferences(), m.unknown());
    }
}
