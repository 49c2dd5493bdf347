package insideinformer.client;

import insideinformer.api.KubernetesList;
import insideinformer.api.ListOptions;
import insideinformer.wait.Context;
import java.io.IOException;

/**
 * What a Reflector needs of a server: the present state, and the changes from a version on.
 *
 * <p>Both calls return early, with any exception, once {@code context} ends; a watch is closed by it. Both throw
 * {@link insideinformer.api.ApiException} when the server refuses and {@link IOException} when it cannot be reached.
 *
 * <p>Upstream: {@code tools/cache, ListerWatcherWithContext}.
 */
public interface ListerWatcher<T> {

    KubernetesList<T> list(Context context, ListOptions options) throws IOException, InterruptedException;

    Watch<T> watch(Context context, ListOptions options) throws IOException, InterruptedException;

    /**
     * Whether a watch honors {@code sendInitialEvents}. One that would take it and never send the bookmark that ends
     * the initial events must say no. Upstream: {@code util/watchlist, DoesClientNotSupportWatchListSemantics}.
     */
    default boolean supportsWatchList() {
        return true;
    }
}
