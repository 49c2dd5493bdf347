package insideinformer.api;

import java.util.List;

/**
 * What a list request answers: the items, or a page of them, and the version of the whole, from which a watch goes on.
 * Immutable.
 *
 * <p>Upstream: the generated list types, read through {@code meta.ExtractList} and {@code ListInterface}.
 */
public record KubernetesList<T>(ListMeta metadata, List<T> items) {

    public KubernetesList {
        items = List.copyOf(items);
    }
}
