package insideinformer.apiserver.store;

import insideinformer.api.GroupResource;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * One write, as the history keeps it. All readers share the trees and must not change them.
 *
 * @param object the state after the write; for a delete the last state, with the delete's revision
 * @param previous the state before the write; null for a create
 */
public record Change(
        long revision,
        Type type,
        GroupResource resource,
        String namespace,
        String name,
        ObjectNode object,
        @Nullable ObjectNode previous) {

    public enum Type {
        ADDED,
        MODIFIED,
        DELETED
    }

    /** Without the objects, which may be Secrets. */
    @Override
    public String toString() {
        return type + " " + resource + " " + Meta.key(namespace, name) + " at revision " + revision;
    }
}
