package insideinformer.controller;

import insideinformer.api.KubernetesObject;
import insideinformer.store.DeletedObject;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A handler made of functions; an event whose function is null is not passed on.
 *
 * <p>Upstream: {@code tools/cache/controller.go, ResourceEventHandlerFuncs}.
 */
public record ResourceEventHandlerFuncs<T extends KubernetesObject>(
        @Nullable Consumer<T> addFunc,
        @Nullable BiConsumer<T, T> updateFunc,
        @Nullable Consumer<DeletedObject<T>> deleteFunc) implements ResourceEventHandler<T> {

    @Override
    public void onAdd(T obj, boolean isInInitialList) {
        if (addFunc != null) {
            addFunc.accept(obj);
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
