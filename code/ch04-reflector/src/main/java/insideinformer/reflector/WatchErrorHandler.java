package insideinformer.reflector;

import java.io.EOFException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Told, on the Reflector's thread, of each round in which the list failed, the store refused it, or a watch was refused
 * for good, before the pause that follows. How a watch ended that had been open is only logged.
 *
 * <p>Upstream: {@code tools/cache/reflector.go, WatchErrorHandlerWithContext}.
 */
@FunctionalInterface
public interface WatchErrorHandler {

    /**
     * Logs: quietly what belongs to normal life, loudly the rest, of which the first of a kind stands for those that
     * follow until the outage has proved to be over. Upstream: {@code DefaultWatchErrorHandler}.
     */
    WatchErrorHandler DEFAULT = (reflector, error) -> {
        Logger log = LoggerFactory.getLogger(Reflector.class);
        if (ReflectorErrors.isExpired(error)) {
            log.debug("{}: the version of the watch of {} has expired; listing again", reflector.name(),
                    reflector.typeDescription(), error);
        } else if (error instanceof EOFException) {
            log.debug("{}: the server ended the connection of {}", reflector.name(), reflector.typeDescription());
        } else if (reflector.isNews(error)) {
            log.error("{}: cannot watch {}; trying again after pauses that grow, and saying when it works again: {}",
                    reflector.name(), reflector.typeDescription(), error.toString());
            log.debug("{}: where that came from", reflector.name(), error);
        } else {
            log.debug("{}: still cannot watch {}", reflector.name(), reflector.typeDescription(), error);
        }
    };

    /** It must be quick: nothing is read meanwhile. If it throws, that is logged and the Reflector goes on. */
    void handle(Reflector<?> reflector, Exception error);
}
