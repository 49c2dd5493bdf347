package insideinformer.client;

import insideinformer.api.KubernetesList;
import insideinformer.api.ListOptions;
import insideinformer.wait.Context;
import java.io.IOException;

/**
 * What a Reflector needs of a server: the present state, and the changes from a version on.
 *
 * <p>Any thread may call. Both calls block until the server has answered and return early, with any exception, once
 * {@code context} ends; its end closes the watch, too. Both throw {@link insideinformer.api.ApiException} when the
 * server refuses, another {@link IOException} when it cannot be reached or understood, and {@link InterruptedException}
 * when they notice an interrupt.
 *
 * <p>Upstream: {@code tools/cache, ListerWatcherWithContext}.
 */
public interface ListerWatcher<T> {

    /** The objects that match, or a page of them if the options set a limit. */
    KubernetesList<T> list(Context context, ListOptions options) throws IOException, InterruptedException;

    /** An open watch, which the caller must close; events may still take long to come. */
    Watch<T> watch(Context context, ListOptions options) throws IOException, InterruptedException;

    /**
     * Whether a watch honors {@code sendInitialEvents}. One that would take it and never send the bookmark that ends
     * the initial events must say no. Upstream: {@code util/watchlist, DoesClientNotSupportWatchListSemantics}.
     */
    default boolean supportsWatchList() {
        return true;
    }
}
