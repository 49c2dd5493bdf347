package insideinformer.api;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a list or a watch asks for. Immutable. The server checks it. Upstream: {@code metav1.ListOptions}.
 *
 * @param labelSelector a text such as {@code app=cart}; empty: everything
 * @param fieldSelector a text such as {@code status.phase=Running}; empty: everything
 * @param resourceVersion empty: the newest state; {@code 0}: any state that the server has at hand; any other: a watch
 *     sends the changes after this version, and for a list {@code resourceVersionMatch} says what it means
 * @param resourceVersionMatch null: the server's default
 * @param limit the largest number of items on a page; 0 or less: no limit
 * @param continueToken the token of the previous page; empty: the first page
 * @param timeout when the server ends a watch or gives up a list, rounded up to whole seconds; null: the server decides
 * @param allowWatchBookmarks asks for BOOKMARK events
 * @param sendInitialEvents whether a watch sends the present state before the changes; null: the server's default
 */
public record ListOptions(
        String labelSelector,
        String fieldSelector,
        String resourceVersion,
        @Nullable ResourceVersionMatch resourceVersionMatch,
        long limit,
        String continueToken,
        @Nullable Duration timeout,
        boolean allowWatchBookmarks,
        @Nullable Boolean sendInitialEvents) {

    /** Asks for everything in its newest state. */
    public static final ListOptions EMPTY = new ListOptions("", "", "", null, 0, "", null, false, null);

    public ListOptions withLabelSelector(String selector) {
        return new ListOptions(
                selector, fieldSelector, resourceVersion, resourceVersionMatch, limit, continueToken, timeout,
                allowWatchBookmarks, sendInitialEvents);
    }

    public ListOptions withFieldSelector(String selector) {
        return new ListOptions(
                labelSelector, selector, resourceVersion, resourceVersionMatch, limit, continueToken, timeout,
                allowWatchBookmarks, sendInitialEvents);
    }

    public ListOptions withResourceVersion(String version) {
        return new ListOptions(
                labelSelector, fieldSelector, version, resourceVersionMatch, limit, continueToken, timeout,
                allowWatchBookmarks, sendInitialEvents);
    }

    public ListOptions withResourceVersionMatch(@Nullable ResourceVersionMatch match) {
        return new ListOptions(
                labelSelector, fieldSelector, resourceVersion, match, limit, continueToken, timeout,
                allowWatchBookmarks, sendInitialEvents);
    }

    public ListOptions withLimit(long newLimit) {
        return new ListOptions(
                labelSelector, fieldSelector, resourceVersion, resourceVersionMatch, newLimit, continueToken, timeout,
                allowWatchBookmarks, sendInitialEvents);
    }

    public ListOptions withContinue(String token) {
        return new ListOptions(
                labelSelector, fieldSelector, resourceVersion, resourceVersionMatch, limit, token, timeout,
                allowWatchBookmarks, sendInitialEvents);
    }

    public ListOptions withTimeout(@Nullable Duration newTimeout) {
        return new ListOptions(
                labelSelector, fieldSelector, resourceVersion, resourceVersionMatch, limit, continueToken, newTimeout,
                allowWatchBookmarks, sendInitialEvents);
    }

    public ListOptions withAllowWatchBookmarks(boolean allow) {
        return new ListOptions(
                labelSelector, fieldSelector, resourceVersion, resourceVersionMatch, limit, continueToken, timeout,
                allow, sendInitialEvents);
    }

    public ListOptions withSendInitialEvents(@Nullable Boolean send) {
        return new ListOptions(
                labelSelector, fieldSelector, resourceVersion, resourceVersionMatch, limit, continueToken, timeout,
                allowWatchBookmarks, send);
    }
}
