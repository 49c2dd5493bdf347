package insideinformer.client;

import insideinformer.api.ApiResource;
import insideinformer.api.KubernetesObject;
import insideinformer.wait.Context;
import java.io.IOException;

/**
 * The objects of one kind on a server, in one namespace or, for lists and watches, in all of them.
 *
 * <p>Immutable; any thread can call. Every call blocks and fails as {@link ListerWatcher} says. The calls for one
 * object throw two more exceptions: {@link IllegalStateException} if the kind lives in namespaces and none was chosen,
 * and {@link IllegalArgumentException} if the name is empty or cannot stand in a URL. The namespace in an object's
 * metadata chooses nothing.
 *
 * <p>Upstream: {@code client-go gentype/type.go, Client}, and the generated typed clients over it.
 */
public interface ResourceClient<T extends KubernetesObject> extends ListerWatcher<T> {

    ApiResource<T> resource();

    /**
     * The same kind in one namespace. An empty text means all namespaces.
     *
     * @throws IllegalArgumentException if a namespace is given and the kind does not live in namespaces
     */
    ResourceClient<T> inNamespace(String namespace);

    /** Fails with reason NotFound if there is no such object. */
    T get(Context context, String name) throws IOException, InterruptedException;

    /** Returns the object as it was stored. Fails with reason AlreadyExists if its name is taken. */
    T create(Context context, T object) throws IOException, InterruptedException;

    /**
     * Replaces the object of that name and returns it as it was stored. Fails with reason Conflict if its
     * resourceVersion is not the current one.
     */
    T update(Context context, T object) throws IOException, InterruptedException;

    /** Replaces only the status of the object; otherwise like {@link #update}. */
    T updateStatus(Context context, T object) throws IOException, InterruptedException;

    /**
     * Returns when the server has agreed. An object with finalizers disappears later. Fails with reason NotFound if
     * there is no such object.
     */
    void delete(Context context, String name) throws IOException, InterruptedException;
}
