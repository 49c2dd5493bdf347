package insideinformer.conformance.subject;

import insideinformer.api.ConfigMap;
import insideinformer.api.KubernetesObject;
import insideinformer.conformance.trace.Difference;
import insideinformer.conformance.trace.TraceJson;
import insideinformer.store.DeletedFinalStateUnknown;
import insideinformer.store.DeltaObject;
import insideinformer.store.ExplicitKey;
import insideinformer.store.KeyException;
import insideinformer.store.KeyFunc;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The objects of traces about keys, stores and queues: ConfigMaps, live or as tombstones. */
public final class ConfigMaps {

    private ConfigMaps() {}

    public static ConfigMap live(JsonNode json) {
        if (!json.path("kind").asString("").equals("ConfigMap")) {
            throw new IllegalArgumentException("no ConfigMap: " + TraceJson.shorten(json));
        }
        return TraceJson.read(json, ConfigMap.class);
    }

    public static List<ConfigMap> list(JsonNode array) {
        List<ConfigMap> list = new ArrayList<>();
        array.forEach(json -> list.add(live(json)));
        return list;
    }

    /** A live object or a tombstone. */
    public static DeltaObject<ConfigMap> deltaObject(JsonNode json) {
        JsonNode tombstone = json.path("tombstone");
        if (tombstone.isMissingNode()) {
            return new DeltaObject.Live<>(live(json));
        }
        JsonNode inside = tombstone.path("object");
        return new DeletedFinalStateUnknown<>(
                TraceJson.text(tombstone, "key"),
                inside.isMissingNode() ? Optional.empty() : Optional.of(live(inside)));
    }

    /** Also what only key functions take: an explicit key, a plain string, nothing at all. */
    static @Nullable Object any(JsonNode json) {
        if (json.isNull()) {
            return null;
        }
        if (json.has("explicitKey")) {
            return new ExplicitKey(TraceJson.text(json, "explicitKey"));
        }
        if (json.has("text")) {
            return TraceJson.text(json, "text");
        }
        return json.has("tombstone") ? deltaObject(json) : live(json);
    }

    static JsonNode json(KubernetesObject object) {
        return TraceJson.MAPPER.valueToTree(object);
    }

    static <T extends KubernetesObject> JsonNode json(DeltaObject<T> object) {
        return switch (object) {
            case DeltaObject.Live<T> live -> json(live.value());
            case DeletedFinalStateUnknown<T> tombstone -> {
                ObjectNode json = Difference.object();
                ObjectNode inside = json.putObject("tombstone").put("key", tombstone.key());
                tombstone.object().ifPresent(last -> inside.set("object", json(last)));
                yield json;
            }
        };
    }

    /** A key function that fails for live objects of one name and asks another one about everything else. */
    record BadName<T extends KubernetesObject>(KeyFunc<T> original, String badName) implements KeyFunc<T> {

        @Override
        public String key(T object) throws KeyException {
            if (badName.equals(object.metadata().name())) {
                throw new BadNameException(badName);
            }
            return original.key(object);
        }

        @Override
        public String deletionKey(DeltaObject<T> object) throws KeyException {
            return object instanceof DeltaObject.Live<T> live ? key(live.value()) : original.deletionKey(object);
        }
    }

    /** The failure of {@link BadName}. */
    static final class BadNameException extends KeyException {

        BadNameException(String name) {
            super("the name " + name + " has no key", null);
        }
    }
}
