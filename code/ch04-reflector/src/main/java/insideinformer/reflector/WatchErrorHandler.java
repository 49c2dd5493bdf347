package insideinformer.reflector;

/**
 * Is told when a round of a Reflector fails: the list failed, the store refused the list, or a watch could not be
 * opened. The failure of a watch that was open is only logged.
 *
 * <p>Upstream: {@code tools/cache/reflector.go, WatchErrorHandlerWithContext}.
 */
@FunctionalInterface
public interface WatchErrorHandler {

    /**
     * Logs the failure, and keeps the log short in an outage. What belongs to normal life is logged as debug. Upstream:
     * {@code DefaultWatchErrorHandler}.
     */
    WatchErrorHandler DEFAULT = (reflector, error) -> reflector.outageLog().roundFailed(error);

    /**
     * Called on the Reflector's thread, before the pause that follows the round. It must be quick, because nothing is
     * read meanwhile. If it throws, the exception is logged and the Reflector goes on.
     */
    void handle(Reflector<?> reflector, Exception error);
}
