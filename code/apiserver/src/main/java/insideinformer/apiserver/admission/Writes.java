package insideinformer.apiserver.admission;

import insideinformer.api.GroupResource;
import insideinformer.apiserver.admission.AdmissionAttributes.Operation;
import insideinformer.apiserver.store.ObjectStore;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What the small plugins ask of a write. */
final class Writes {

    static final GroupResource PODS = new GroupResource("", "pods");
    static final GroupResource CLAIMS = new GroupResource("", "persistentvolumeclaims");

    private Writes() {}

    static ObjectStore started(@Nullable ObjectStore store) {
        if (store == null) {
            throw new IllegalStateException("an admission plugin was asked before it was started");
        }
        return store;
    }

    /** Whether objects of {@code resource} themselves are written, not a subresource of one. */
    static boolean writes(AdmissionAttributes attributes, GroupResource resource) {
        return attributes.object() != null
                && attributes.subresource().isEmpty()
                && attributes.resource().groupResource().equals(resource);
    }

    static boolean creates(AdmissionAttributes attributes, GroupResource resource) {
        return attributes.operation() == Operation.CREATE && writes(attributes, resource);
    }

    /** The object in a field; made if there is none. */
    static ObjectNode object(ObjectNode parent, String field) {
        return parent.get(field) instanceof ObjectNode present ? present : parent.putObject(field);
    }

    /** The object that would be stored. */
    static ObjectNode written(AdmissionAttributes attributes) {
        if (attributes.object() == null) {
            throw new IllegalStateException("a delete writes no object");
        }
        return attributes.object();
    }

    static String name(JsonNode object) {
        return object.path("metadata").path("name").asString("");
    }
}
