package insideinformer.apiserver.admission;

import insideinformer.api.GroupVersionKind;
import insideinformer.api.GroupVersionResource;
import insideinformer.apiserver.kinds.ResourceType;
import insideinformer.apiserver.store.Meta;
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
 * @param object what would be stored; null for a delete. It belongs to this request until it is stored and may be
 *     changed
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

    public static AdmissionAttributes ofWrite(
            ResourceType type, String subresource, ObjectNode object, @Nullable ObjectNode old, boolean dryRun) {
        return of(old == null ? Operation.CREATE : Operation.UPDATE, type, subresource, object, object, old, dryRun);
    }

    public static AdmissionAttributes ofDelete(ResourceType type, ObjectNode old, boolean dryRun) {
        return of(Operation.DELETE, type, "", old, null, old, dryRun);
    }

    private static AdmissionAttributes of(
            Operation operation,
            ResourceType type,
            String subresource,
            ObjectNode named,
            @Nullable ObjectNode object,
            @Nullable ObjectNode old,
            boolean dryRun) {
        String name = Meta.name(named);
        // a Namespace object counts as inside itself
        String namespace = type.isNamespace() ? name : Meta.namespace(named);
        return new AdmissionAttributes(
                operation, type.gvr(), type.gvk(), subresource, namespace, name, object, old, dryRun);
    }

    /** Without the objects, which may be Secrets. */
    @Override
    public String toString() {
        String where = namespace.isEmpty() ? name : namespace + "/" + name;
        return operation + " " + resource + (subresource.isEmpty() ? " " : "/" + subresource + " ") + where;
    }
}
