package insideinformer.client;

import insideinformer.api.ApiResource;
import insideinformer.api.KubernetesObject;
import insideinformer.wait.Context;
import java.io.IOException;

/**
 * One kind of object on one server, in one namespace or (listing and watching) in all.
 *
 * <p>Every call throws {@link insideinformer.api.ApiException} when the server refuses and {@link IOException} when it
 * cannot be reached, and returns early once {@code context} ends. Upstream: the generated typed clients.
 */
public interface ResourceClient<T extends KubernetesObject> extends ListerWatcher<T> {

    ApiResource<T> resource();

    /** The same kind in one namespace; an empty text means all namespaces, or a kind without them. */
    ResourceClient<T> inNamespace(String namespace);

    T get(Context context, String name) throws IOException, InterruptedException;

    T create(Context context, T object) throws IOException, InterruptedException;

    /** Replaces the object; fails with reason Conflict if its resourceVersion is no longer the current one. */
    T update(Context context, T object) throws IOException, InterruptedException;

    /** Replaces the object's status and nothing else. */
    T updateStatus(Context context, T object) throws IOException, InterruptedException;

    void delete(Context context, String name) throws IOException, InterruptedException;
}
