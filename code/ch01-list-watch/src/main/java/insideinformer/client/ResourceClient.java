package insideinformer.client;

import insideinformer.api.ApiResource;
import insideinformer.api.KubernetesObject;
import insideinformer.wait.Context;
import java.io.IOException;

/**
 * One kind of object on one server, in one namespace or (listing and watching) in all.
 *
 * <p>Immutable; any thread may call. Every call blocks and fails as {@link ListerWatcher} says. Those for one object
 * also throw {@link IllegalStateException} if the kind lives in namespaces and none was chosen, whatever the object
 * itself says, and {@link IllegalArgumentException} for a name that is empty or cannot stand in a URL.
 *
 * <p>Upstream: {@code client-go gentype/type.go, Client}, and the generated typed clients over it.
 */
public interface ResourceClient<T extends KubernetesObject> extends ListerWatcher<T> {

    ApiResource<T> resource();

    /**
     * The same kind in one namespace; an empty text means all namespaces, or a kind without them.
     *
     * @throws IllegalArgumentException for any other text if the kind does not live in namespaces
     */
    ResourceClient<T> inNamespace(String namespace);

    /** Fails with reason NotFound if there is no such object. */
    T get(Context context, String name) throws IOException, InterruptedException;

    /** Returns the object as stored; fails with reason AlreadyExists if its name is taken. */
    T create(Context context, T object) throws IOException, InterruptedException;

    /**
     * Replaces the object of that name and returns it as stored; fails with reason Conflict if its resourceVersion is
     * no longer the current one.
     */
    T update(Context context, T object) throws IOException, InterruptedException;

    /** Replaces the object's status and nothing else; otherwise as {@link #update}. */
    T updateStatus(Context context, T object) throws IOException, InterruptedException;

    /** Returns once the server has agreed; an object with finalizers goes later. Fails with reason NotFound. */
    void delete(Context context, String name) throws IOException, InterruptedException;
}
