package insideinformer.controller;

import insideinformer.api.KubernetesObject;
import insideinformer.store.DeletedObject;
import insideinformer.store.DeltaObject;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Shows another handler only the objects that pass a filter, as if there were no other objects. An object that starts
 * to pass is added, and an object that no longer passes is deleted.
 *
 * <p>An update asks the filter first about the new object and then about the old one, each once. Filter and handler run
 * on the caller's thread, and the caller gets what they throw. A null filter or handler is a {@link
 * NullPointerException}.
 *
 * <p>Upstream: {@code tools/cache/controller.go, FilteringResourceEventHandler}.
 *
 * @param filterFunc gets null for a tombstone without a last state
 */
public record FilteringResourceEventHandler<T extends KubernetesObject>(
        Predicate<@Nullable T> filterFunc, ResourceEventHandler<T> handler) implements ResourceEventHandler<T> {

    public FilteringResourceEventHandler {
        Objects.requireNonNull(filterFunc, "filterFunc is null; to let everything pass, register the handler itself");
        Objects.requireNonNull(handler, "handler is null; give the handler that gets what passes the filter");
    }

    @Override
    public void onAdd(T obj, boolean isInInitialList) {
        if (filterFunc.test(obj)) {
            handler.onAdd(obj, isInInitialList);
        }
    }

    // tag::filtered-update[]
    @Override
    public void onUpdate(T oldObj, T newObj) {
        boolean newer = filterFunc.test(newObj);
        boolean older = filterFunc.test(oldObj);
        if (newer && older) {
            handler.onUpdate(oldObj, newObj);
        } else if (newer) {
            handler.onAdd(newObj, false);
        } else if (older) {
            handler.onDelete(DeletedObject.of(new DeltaObject.Live<>(oldObj)));
        }
    }
    // end::filtered-update[]

    @Override
    public void onDelete(DeletedObject<T> obj) {
        if (filterFunc.test(obj.object().orElse(null))) {
            handler.onDelete(obj);
        }
    }
}
