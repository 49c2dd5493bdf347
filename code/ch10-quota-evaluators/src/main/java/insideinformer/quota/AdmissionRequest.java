package insideinformer.quota;

import insideinformer.api.GroupResource;
import insideinformer.api.KubernetesObject;
import org.jspecify.annotations.Nullable;

/**
 * A request to change an object, with what a quota needs to judge it.
 *
 * @param operation what is asked for
 * @param resource the resource of the URL
 * @param subresource {@code status}, {@code resize} and the like; empty for the object itself
 * @param namespace of the URL; empty for an object outside namespaces
 * @param name of the URL, or the name that was generated; empty if there is none
 * @param object what would be stored; null for a delete
 * @param oldObject what is stored now; null for a create
 * @param dryRun nothing will be stored
 */
public record AdmissionRequest(
        Operation operation,
        GroupResource resource,
        String subresource,
        String namespace,
        String name,
        @Nullable KubernetesObject object,
        @Nullable KubernetesObject oldObject,
        boolean dryRun) {

    /** Upstream: {@code admission.Operation}. */
    public enum Operation {
        CREATE,
        UPDATE,
        DELETE,
        CONNECT
    }

    /** Whether it creates or updates the object itself, not a subresource. */
    boolean isWriteOfObject() {
        return subresource.isEmpty() && (operation == Operation.CREATE || operation == Operation.UPDATE);
    }
}
