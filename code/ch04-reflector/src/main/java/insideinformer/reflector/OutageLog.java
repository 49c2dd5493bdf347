package insideinformer.reflector;

import insideinformer.api.ApiException;
import java.io.EOFException;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs the failures of one Reflector and keeps the log short in an outage. Of each kind of failure only the first is
 * loud; the next loud one can come after a watch has ended in order. When watching works again, one line says so.
 *
 * <p>For one thread, the one that runs the Reflector. The port's own: upstream logs each attempt.
 */
final class OutageLog {

    private static final Logger LOG = LoggerFactory.getLogger(Reflector.class);

    private final String name;
    private final String typeDescription;
    private final Set<String> kinds = new HashSet<>(); // logged loudly since a watch ended in order
    private int failures; // since watching worked last
    private boolean loud; // a failure was logged loudly since watching worked last

    OutageLog(String name, String typeDescription) {
        this.name = name;
        this.typeDescription = typeDescription;
    }

    /** A round failed. Upstream: {@code DefaultWatchErrorHandler}. */
    void roundFailed(Exception error) {
        if (ReflectorErrors.isExpiredError(error)) {
            LOG.debug("{}: the version of the watch of {} has expired; listing again", name, typeDescription, error);
        } else if (error instanceof EOFException) {
            LOG.debug("{}: the server ended the connection of {}", name, typeDescription);
        } else if (isNews(error)) {
            LOG.error("{}: cannot watch {}; trying again after pauses that grow, and saying when it works again: {}",
                    name, typeDescription, error.toString());
            LOG.debug("{}: the stack of that failure", name, error);
        } else {
            LOG.debug("{}: still cannot watch {}", name, typeDescription, error);
        }
    }

    /** A watch could not be opened now; the same watch is asked for again. */
    void watchRefused(IOException failure) {
        if (isNews(failure)) {
            LOG.warn("{}: the watch of {} was refused; asking again after pauses that grow, from where it was: {}",
                    name, typeDescription, failure.toString());
        } else {
            LOG.debug("{}: the watch of {} is still refused", name, typeDescription, failure);
        }
    }

    /** An open watch failed; a list follows. */
    void watchFailed(Exception failure) {
        if (ReflectorErrors.isExpiredError(failure)) {
            LOG.debug("{}: the watch of {} cannot go on from its version; listing again", name, typeDescription,
                    failure);
        } else if (isNews(failure)) {
            LOG.warn("{}: the watch of {} ended; listing again after a pause: {}", name, typeDescription,
                    failure.toString());
        } else {
            LOG.debug("{}: the watch of {} ended as one before; listing again after a pause", name, typeDescription,
                    failure);
        }
    }

    /** A watch has been opened. */
    void watchOpened() {
        if (loud) {
            LOG.info("{}: {} is watched again, after {} failed attempts", name, typeDescription, failures);
        }
        failures = 0;
        loud = false;
    }

    /** A watch ended in order, so the outage is over: the next failure of each kind is loud again. */
    void watchEnded() {
        kinds.clear();
    }

    private boolean isNews(Throwable failure) {
        failures++;
        boolean news = kinds.add(kind(failure));
        loud |= news;
        return news;
    }

    /** Without the message, which can differ from one attempt to the next. */
    private static String kind(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null && !(root instanceof ApiException)) {
            root = root.getCause();
        }
        return root instanceof ApiException refusal
                ? refusal.status().code() + " " + refusal.status().reason()
                : root.getClass().getName();
    }
}
