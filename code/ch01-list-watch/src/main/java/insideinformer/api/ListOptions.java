package insideinformer.api;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The query of a list or watch. Immutable; what it says is judged by the server. Upstream: {@code metav1.ListOptions}.
 *
 * @param labelSelector in Kubernetes' text form; empty selects everything
 * @param fieldSelector likewise
 * @param resourceVersion empty: as new as the server has; {@code 0}: whatever it has at hand; else for a list see the
 *     match, and for a watch the version after which changes are wanted
 * @param resourceVersionMatch null: the server's default
 * @param limit largest number of items on a page; 0 or less: no limit
 * @param continueToken the token of the page before; empty: the first page
 * @param timeout after which the server ends a watch or gives up a list, rounded up to whole seconds; null: its own
 *     choice
 * @param allowWatchBookmarks asks for BOOKMARK events
 * @param sendInitialEvents a watch streams the present state before the changes; null: not said
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

    /** Everything, as new as the server has. */
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
