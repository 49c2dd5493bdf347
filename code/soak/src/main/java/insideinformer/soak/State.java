package insideinformer.soak;

import insideinformer.api.KubernetesObject;
import insideinformer.api.ObjectMeta;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * One state of one object, reduced to what the rules need.
 *
 * @param key namespace/name
 * @param uid differs between two objects that have the key one after the other
 * @param mark the content; every write has a new one
 */
record State(String key, String uid, long version, String mark) {

    static final String MARK = "soak/mark";

    static State of(KubernetesObject object) {
        ObjectMeta metadata = object.metadata();
        return new State(
                metadata.namespace() + "/" + metadata.name(), String.valueOf(metadata.uid()),
                version(metadata.resourceVersion()), mark(metadata.annotations()));
    }

    /** An object as the server stores it. */
    static State of(ObjectNode object) {
        return new State(
                object.at("/metadata/namespace").asString() + "/" + object.at("/metadata/name").asString(),
                object.at("/metadata/uid").asString(),
                version(object.at("/metadata/resourceVersion").asString()),
                object.path("metadata").path("annotations").path(MARK).asString(""));
    }

    State at(long newVersion) {
        return new State(key, uid, newVersion, mark);
    }

    private static String mark(Map<String, String> annotations) {
        return annotations.getOrDefault(MARK, "");
    }

    private static long version(@Nullable String text) {
        return text == null || text.isEmpty() ? 0 : Long.parseLong(text);
    }

    @Override
    public String toString() {
        return key + "@" + version + " " + mark + " of " + uid;
    }
}
