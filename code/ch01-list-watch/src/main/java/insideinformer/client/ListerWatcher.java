package insideinformer.client;

import insideinformer.api.KubernetesList;
import insideinformer.api.ListOptions;
import insideinformer.wait.Context;
import java.io.IOException;

/**
 * What a Reflector needs from a server: the present state of the objects of one kind, and the changes after a version.
 *
 * <p>Any thread can call. Both calls block until the server has answered. They throw {@link
 * insideinformer.api.ApiException} if the server refuses, another {@link IOException} if the server cannot be reached
 * or understood, and {@link InterruptedException} if they notice an interrupt. When {@code context} ends, they end
 * early with one of these, and a watch that is open is closed.
 *
 * <p>Upstream: {@code tools/cache, ListerWatcherWithContext}.
 */
public interface ListerWatcher<T> {

    /** The objects that match; if the options set a limit, a page of them. */
    KubernetesList<T> list(Context context, ListOptions options) throws IOException, InterruptedException;

    /** An open watch, which the caller must close. Its first event can take long to come. */
    Watch<T> watch(Context context, ListOptions options) throws IOException, InterruptedException;

    /**
     * Whether a watch honors {@code sendInitialEvents}. A source that accepts the option but never sends the bookmark
     * after the initial events must return false. Upstream: {@code util/watchlist,
     * DoesClientNotSupportWatchListSemantics}.
     */
    default boolean supportsWatchList() {
        return true;
    }
}
