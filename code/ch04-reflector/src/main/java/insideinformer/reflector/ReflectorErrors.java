package insideinformer.reflector;

import insideinformer.api.ApiErrors;
import insideinformer.api.ApiException;
import insideinformer.api.Status;
import insideinformer.wait.Context;

/**
 * Says what a failure means to a Reflector.
 *
 * <p>Upstream: {@code tools/cache/reflector.go, isExpiredError} and the functions after it.
 */
final class ReflectorErrors {

    private static final String TOO_LARGE = "Too large resource version";

    private ReflectorErrors() {}

    /** The server no longer has the version that was asked for. */
    static boolean isExpiredError(Throwable error) {
        return ApiErrors.isResourceExpired(error) || ApiErrors.isGone(error);
    }

    /**
     * The server has not reached the version that was asked for. Servers have said this in three ways. The two older
     * ones count only if {@code error} is the server's own answer, not its cause.
     */
    static boolean isTooLargeResourceVersionError(Throwable error) {
        if (ApiErrors.hasStatusCause(error, "ResourceVersionTooLarge")) {
            return true; // 1.18.6 and later
        }
        if (!ApiErrors.isTimeout(error) || !(error instanceof ApiException)) {
            return false;
        }
        Status status = ((ApiException) error).status();
        if (status.details() == null) {
            return false; // a proxy can answer like this
        }
        return status.details().causes().stream().anyMatch(cause -> TOO_LARGE.equals(cause.message())) // 1.17
                || status.message() != null && status.message().contains(TOO_LARGE); // before 1.17
    }

    /** The watch can be opened later, so that no list is needed. */
    static boolean isWatchErrorRetriable(Throwable error) {
        return ApiErrors.isConnectionRefused(error) || ApiErrors.isTooManyRequests(error);
    }

    /**
     * The request failed because the context ended. If the server itself refused the request, that is a failure even
     * when the context has ended. The port's own.
     */
    static boolean isCutOff(Context context, Throwable error) {
        return context.isDone() && ApiErrors.status(error).isEmpty();
    }
}
