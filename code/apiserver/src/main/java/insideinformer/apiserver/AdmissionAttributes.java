package insideinformer.apiserver;

import insideinformer.api.GroupVersionKind;
import insideinformer.api.GroupVersionResource;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * A write on its way into the store.
 *
 * @param operation what is asked for
 * @param resource the resource of the URL
 * @param kind the kind of its objects
 * @param subresource {@code status} and the like; empty for the object itself
 * @param namespace of the URL; empty for objects outside namespaces
 * @param name the object's name, also a generated one; never empty
 * @param object what would be stored; null for a delete. It belongs to this request until it is stored and may be changed
 * @param oldObject what is stored now, not to be changed; null for a create
 * @param dryRun nothing will be stored
 */
public record AdmissionAttributes(
        Operation operation,
        GroupVersionResource resource,
        GroupVersionKind kind,
        String subresource,
        String namespace,
        String name,
        @Nullable ObjectNode object,
        @Nullable ObjectNode oldObject,
        boolean dryRun) {

    /** Upstream: {@code admission.Operation}. */
    public enum Operation {
        CREATE,
        UPDATE,
        DELETE
    }
}
