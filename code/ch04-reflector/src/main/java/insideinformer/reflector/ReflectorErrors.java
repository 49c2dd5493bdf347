package insideinformer.reflector;

import insideinformer.api.ApiErrors;
import insideinformer.api.ApiException;
import insideinformer.api.Status;
import insideinformer.wait.Context;

/** What a failure means to a Reflector. Upstream: {@code tools/cache/reflector.go}, its {@code is…Error} functions. */
final class ReflectorErrors {

    private static final String TOO_LARGE = "Too large resource version";

    private ReflectorErrors() {}

    /** The version asked for is no longer kept. */
    static boolean isExpired(Throwable error) {
        return ApiErrors.isResourceExpired(error) || ApiErrors.isGone(error);
    }

    /** The server is not as far as the version asked for, in one of three forms; the two older ones only unwrapped. */
    static boolean isTooLargeResourceVersion(Throwable error) {
        if (ApiErrors.hasStatusCause(error, "ResourceVersionTooLarge")) {
            return true; // from 1.18.6 on
        }
        if (!ApiErrors.isTimeout(error) || !(error instanceof ApiException)) {
            return false;
        }
        Status status = ((ApiException) error).status();
        if (status.details() == null) {
            return false; // a proxy's words, not a server's
        }
        return status.details().causes().stream().anyMatch(cause -> TOO_LARGE.equals(cause.message())) // 1.17
                || status.message() != null && status.message().contains(TOO_LARGE); // before
    }

    /** The end of the context cut the request off. What the server itself refused is a failure also then. */
    static boolean isCutOff(Context context, Throwable error) {
        return context.isDone() && ApiErrors.status(error).isEmpty();
    }

    /** Asking again in a while may help; a list would not. */
    static boolean isRetriableWatchError(Throwable error) {
        return ApiErrors.isConnectionRefused(error) || ApiErrors.isTooManyRequests(error);
    }
}
