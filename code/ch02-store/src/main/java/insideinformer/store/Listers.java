package insideinformer.store;

import insideinformer.api.ApiException;
import insideinformer.api.GroupResource;
import insideinformer.api.KubernetesObject;
import insideinformer.api.ObjectMeta;
import insideinformer.api.Status;
import insideinformer.api.StatusDetails;
import insideinformer.selectors.LabelSelector;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lists stored objects by label and namespace. Any thread may call it. {@code append} gets each match on the caller's
 * thread, without the store's lock, in no particular order. An object without metadata is an {@link
 * IllegalArgumentException} if its metadata is needed.
 *
 * <p>Upstream: {@code tools/cache/listers.go}.
 */
public final class Listers {

    private static final Logger log = LoggerFactory.getLogger(Listers.class);

    private Listers() {}

    // tag::listAll[]
    public static <T> void listAll(
            Store<T> store, LabelSelector selector, Consumer<T> append) {
        if (selector.isSelectable()) {
            appendMatching(store.list(), selector, append);
        }
    }

    /** The empty namespace means all. Without an index, looks at every object. */
    public static <T> void listAllByNamespace(
            Indexer<T> indexer, String namespace,
            LabelSelector selector, Consumer<T> append) {
        if (namespace.isEmpty() || !selector.isSelectable()) {
            listAll(indexer, selector, append);
            return;
        }
        try {
            List<T> found = indexer.byIndex(IndexFunc.NAMESPACE_INDEX, namespace);
            appendMatching(found, selector, append);
        } catch (NoSuchIndexException e) {
            log.warn("{}; looking at every object instead", e.getMessage());
            scanNamespace(indexer, namespace, selector, append);
        }
    }
    // end::listAll[]

    private static <T> void scanNamespace(
            Indexer<T> indexer, String namespace, LabelSelector selector, Consumer<T> append) {
        for (T object : indexer.list()) {
            ObjectMeta meta = metaOf(object);
            if (namespace.equals(meta.namespace()) && selector.matches(meta.labels())) {
                append.accept(object);
            }
        }
    }

    private static <T> void appendMatching(List<T> objects, LabelSelector selector, Consumer<T> append) {
        for (T object : objects) {
            if (selector.isEmpty() || selector.matches(metaOf(object).labels())) {
                append.accept(object);
            }
        }
    }

    private static ObjectMeta metaOf(@Nullable Object object) {
        if (object instanceof KubernetesObject known) {
            return known.metadata();
        }
        throw new IllegalArgumentException(Keys.noMeta(object).getMessage());
    }

    /** The answer that the server would give. Upstream: {@code apierrors.NewNotFound}. */
    static ApiException notFound(GroupResource resource, String name) {
        StatusDetails details =
                new StatusDetails(name, resource.group(), resource.resource(), null, List.of(), null, Map.of());
        String message = resource + " \"" + name + "\" not found";
        return new ApiException(
                new Status("v1", "Status", null, "Failure", message, "NotFound", details, 404, Map.of()));
    }
}
