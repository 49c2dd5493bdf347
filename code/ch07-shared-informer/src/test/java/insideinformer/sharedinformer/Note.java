package insideinformer.sharedinformer;

import insideinformer.api.KubernetesObject;
import insideinformer.api.ObjectMeta;
import java.util.HashMap;
import java.util.Map;

/** A user's own type that breaks the rule: everybody who holds it can change its labels. */
record Note(String apiVersion, String kind, ObjectMeta metadata, Map<String, String> labels)
        implements KubernetesObject {

    static Note named(String name) {
        return new Note("lab/v1", "Note", ObjectMeta.named("n", name), new HashMap<>(Map.of("tier", "web")));
    }

    Note withMetadata(ObjectMeta newMetadata) {
        return new Note(apiVersion, kind, newMetadata, labels);
    }

    /** A copy that shares nothing that could be changed. */
    Note copy() {
        return new Note(apiVersion, kind, metadata, new HashMap<>(labels));
    }
}
