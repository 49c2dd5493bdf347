package insideinformer.api;

import java.util.List;
import java.util.Set;

/**
 * The answer to a list request: the items, or a page of them, and a version from which a watch can go on. Immutable.
 *
 * <p>Upstream: the generated list types, read through {@code meta.ExtractList} and {@code ListInterface}.
 *
 * @param unread keys, such as {@code namespace/name}, of listed objects that did not fit their class; nearly always
 *     empty
 */
public record KubernetesList<T>(ListMeta metadata, List<T> items, Set<String> unread) {

    public KubernetesList {
        items = List.copyOf(items);
        unread = Set.copyOf(unread);
    }

    /** A list of which everything could be read. */
    public KubernetesList(ListMeta metadata, List<T> items) {
        this(metadata, items, Set.of());
    }
}
