package insideinformer.apiserver.admission;

import insideinformer.api.GroupResource;
import insideinformer.apiserver.admission.AdmissionAttributes.Operation;
import tools.jackson.databind.node.ObjectNode;

/** Questions that several plugins ask about a write. */
final class Writes {

    static final GroupResource PODS = new GroupResource("", "pods");
    static final GroupResource CLAIMS = new GroupResource("", "persistentvolumeclaims");

    private Writes() {}

    /** Whether objects of {@code resource} themselves are written, not a subresource of one. */
    static boolean writes(AdmissionAttributes attributes, GroupResource resource) {
        return attributes.object() != null
                && attributes.subresource().isEmpty()
                && attributes.resource().groupResource().equals(resource);
    }

    static boolean creates(AdmissionAttributes attributes, GroupResource resource) {
        return attributes.operation() == Operation.CREATE && writes(attributes, resource);
    }

    /** The object that would be stored. */
    static ObjectNode written(AdmissionAttributes attributes) {
        if (attributes.object() == null) {
            throw new IllegalStateException("a delete writes no object");
        }
        return attributes.object();
    }
}
