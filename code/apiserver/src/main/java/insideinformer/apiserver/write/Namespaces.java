package insideinformer.apiserver.write;

import insideinformer.api.ApiException;
import insideinformer.api.GroupResource;
import insideinformer.api.StatusCause;
import insideinformer.api.StatusDetails;
import insideinformer.apiserver.errors.Errors;
import insideinformer.apiserver.kinds.BuiltInTypes;
import insideinformer.apiserver.store.Meta;
import insideinformer.apiserver.store.ObjectStore;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/**
 * Refuses creates in a namespace that is missing or terminating, and deletes of the namespaces that the system needs.
 *
 * <p>Upstream: {@code apiserver/pkg/admission/plugin/namespace/lifecycle/admission.go}.
 */
public final class Namespaces {

    static final GroupResource RESOURCE = BuiltInTypes.NAMESPACES.groupResource();

    private static final Set<String> IMMORTAL = Set.of("default", "kube-system", "kube-public");

    private final ObjectStore store;

    Namespaces(ObjectStore store) {
        this.store = store;
    }

    /** Refuses a create in a namespace that is missing or terminating. */
    void admitCreate(GroupResource resource, String namespace, String name) throws ApiException {
        ObjectNode present = store.get(RESOURCE, "", namespace);
        if (present == null) {
            throw Errors.notFound(RESOURCE, namespace);
        }
        if (Meta.isTerminating(present)) {
            StatusCause cause = Errors.cause(
                    "NamespaceTerminating", "namespace " + namespace + " is being terminated", "metadata.namespace");
            String message = Errors.quoted(resource, name) + " is forbidden: unable to create new content in namespace "
                    + namespace + " because it is being terminated";
            throw Errors.of(403, "Forbidden", message, new StatusDetails(
                    name, resource.group(), resource.resource(), null, List.of(cause), null, Map.of()));
        }
    }

    /** Refuses the deletion of a namespace that the system needs. */
    void admitDelete(GroupResource resource, String name) throws ApiException {
        if (resource.equals(RESOURCE) && IMMORTAL.contains(name)) {
            throw Errors.forbidden(resource, name, "this namespace may not be deleted");
        }
    }
}
