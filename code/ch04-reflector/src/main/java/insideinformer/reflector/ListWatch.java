package insideinformer.reflector;

import static java.util.Objects.requireNonNull;

import insideinformer.api.KubernetesList;
import insideinformer.api.ListOptions;
import insideinformer.client.ListerWatcher;
import insideinformer.client.Watch;
import insideinformer.selectors.FieldSelector;
import insideinformer.wait.Context;
import java.io.IOException;
import java.util.function.UnaryOperator;

/**
 * Makes a {@link ListerWatcher} from two functions, one that lists and one that watches. They run on the caller's
 * thread. It does not page or retry, and it passes answers and errors through unchanged. A null function is a {@link
 * NullPointerException}.
 *
 * <p>Upstream: {@code tools/cache/listwatch.go, ListWatch}.
 *
 * @param supportsWatchList see {@link ListerWatcher#supportsWatchList}
 */
public record ListWatch<T>(ListFunc<T> listFunc, WatchFunc<T> watchFunc, boolean supportsWatchList)
        implements ListerWatcher<T> {

    /** {@link ListerWatcher#list} as a function, under the same rules. */
    @FunctionalInterface
    public interface ListFunc<T> {
        KubernetesList<T> list(Context context, ListOptions options) throws IOException, InterruptedException;
    }

    /** {@link ListerWatcher#watch} as a function, under the same rules. */
    @FunctionalInterface
    public interface WatchFunc<T> {
        Watch<T> watch(Context context, ListOptions options) throws IOException, InterruptedException;
    }

    public ListWatch {
        requireNonNull(listFunc, "listFunc is null; give the function that lists");
        requireNonNull(watchFunc, "watchFunc is null; give the function that watches");
    }

    /** A lister and watcher that supports streams of the present state. */
    public ListWatch(ListFunc<T> listFunc, WatchFunc<T> watchFunc) {
        this(listFunc, watchFunc, true);
    }

    /**
     * Calls {@code client}, each time with what {@code modifier} makes of the caller's options. Upstream: {@code
     * NewFilteredListWatchFromClient}.
     */
    public static <T> ListWatch<T> filtered(ListerWatcher<T> client, UnaryOperator<ListOptions> modifier) {
        return new ListWatch<>(
                (context, options) -> client.list(context, modifier.apply(options)),
                (context, options) -> client.watch(context, modifier.apply(options)),
                client.supportsWatchList());
    }

    /**
     * Calls {@code client}, each time with this field selector in place of the caller's. Upstream: {@code
     * NewListWatchFromClient}.
     */
    public static <T> ListWatch<T> selecting(ListerWatcher<T> client, FieldSelector selector) {
        return filtered(client, options -> options.withFieldSelector(selector.toString()));
    }

    @Override
    public KubernetesList<T> list(Context context, ListOptions options) throws IOException, InterruptedException {
        return listFunc.list(context, options);
    }

    @Override
    public Watch<T> watch(Context context, ListOptions options) throws IOException, InterruptedException {
        return watchFunc.watch(context, options);
    }
}
