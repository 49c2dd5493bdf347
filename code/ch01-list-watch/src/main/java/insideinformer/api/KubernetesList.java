package insideinformer.api;

import java.util.List;
import java.util.Set;

/**
 * What a list request answers: the items, or a page of them, and the version of the whole, from which a watch goes on.
 * Immutable.
 *
 * <p>Upstream: the generated list types, read through {@code meta.ExtractList} and {@code ListInterface}.
 *
 * @param unread keys, {@code namespace/name}, of objects that were listed but did not fit their class; nearly always
 *     empty
 */
public record KubernetesList<T>(ListMeta metadata, List<T> items, Set<String> unread) {

    public KubernetesList {
        items = List.copyOf(items);
        unread = Set.copyOf(unread);
    }

    /** All of which could be read. */
    public KubernetesList(ListMeta metadata, List<T> items) {
        this(metadata, items, Set.of());
    }
}
