package insideinformer.controller;

import insideinformer.api.KubernetesObject;
import insideinformer.store.DeletedObject;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Like {@link ResourceEventHandlerFuncs}, but the add function is also told whether the object is in the initial list.
 *
 * <p>Upstream: {@code tools/cache/controller.go, ResourceEventHandlerDetailedFuncs}.
 */
public record ResourceEventHandlerDetailedFuncs<T extends KubernetesObject>(
        @Nullable AddFunc<T> addFunc,
        @Nullable BiConsumer<T, T> updateFunc,
        @Nullable Consumer<DeletedObject<T>> deleteFunc) implements ResourceEventHandler<T> {

    /** {@link ResourceEventHandler#onAdd} as a function. */
    @FunctionalInterface
    public interface AddFunc<T> {
        /** As {@link ResourceEventHandler#onAdd}. */
        void add(T obj, boolean isInInitialList);
    }

    @Override
    public void onAdd(T obj, boolean isInInitialList) {
        if (addFunc != null) {
            addFunc.add(obj, isInInitialList);
        }
    }

    @Override
    public void onUpdate(T oldObj, T newObj) {
        if (updateFunc != null) {
            updateFunc.accept(oldObj, newObj);
        }
    }

    @Override
    public void onDelete(DeletedObject<T> obj) {
        if (deleteFunc != null) {
            deleteFunc.accept(obj);
        }
    }
}
