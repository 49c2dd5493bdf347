package insideinformer.controller;

import insideinformer.api.KubernetesObject;
import insideinformer.store.DeletedObject;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A handler made of functions. An event whose function is null is dropped. Start with the function you need, for
 * example {@code onAdd(pod -> ...)}, and add others to it: {@code onAdd(...).withDelete(...)}.
 *
 * <p>Upstream: {@code tools/cache/controller.go, ResourceEventHandlerFuncs}.
 */
public record ResourceEventHandlerFuncs<T extends KubernetesObject>(
        @Nullable Consumer<T> addFunc,
        @Nullable BiConsumer<T, T> updateFunc,
        @Nullable Consumer<DeletedObject<T>> deleteFunc) implements ResourceEventHandler<T> {

    /** Is told adds only. */
    public static <T extends KubernetesObject> ResourceEventHandlerFuncs<T> onAdd(Consumer<T> function) {
        return new ResourceEventHandlerFuncs<>(function, null, null);
    }

    /** Is told updates only. The first argument is the old state, the second the new one. */
    public static <T extends KubernetesObject> ResourceEventHandlerFuncs<T> onUpdate(BiConsumer<T, T> function) {
        return new ResourceEventHandlerFuncs<>(null, function, null);
    }

    /** Is told deletions only. */
    public static <T extends KubernetesObject> ResourceEventHandlerFuncs<T> onDelete(
            Consumer<DeletedObject<T>> function) {
        return new ResourceEventHandlerFuncs<>(null, null, function);
    }

    public ResourceEventHandlerFuncs<T> withAdd(Consumer<T> function) {
        return new ResourceEventHandlerFuncs<>(function, updateFunc, deleteFunc);
    }

    public ResourceEventHandlerFuncs<T> withUpdate(BiConsumer<T, T> function) {
        return new ResourceEventHandlerFuncs<>(addFunc, function, deleteFunc);
    }

    public ResourceEventHandlerFuncs<T> withDelete(Consumer<DeletedObject<T>> function) {
        return new ResourceEventHandlerFuncs<>(addFunc, updateFunc, function);
    }

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
