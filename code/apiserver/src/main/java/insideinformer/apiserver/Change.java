package insideinformer.apiserver;

import insideinformer.api.GroupResource;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * One write, as the history keeps it. The trees are shared between all readers; nobody changes them.
 *
 * @param object the state after the write; of a delete the last state, with the delete's revision
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
}
