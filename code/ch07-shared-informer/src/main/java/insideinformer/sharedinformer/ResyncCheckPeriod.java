package insideinformer.sharedinformer;

import java.time.Duration;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How often an informer checks whether a handler is due for a resync. A handler cannot be resynced more often than
 * that. So before the informer starts, the check period adapts to the handlers, and after the start the handlers adapt
 * to the check period. The informer guards this with its {@code startedLock}.
 *
 * <p>Upstream: {@code tools/cache/shared_informer.go, AddEventHandlerWithOptions}.
 */
final class ResyncCheckPeriod {

    private static final Logger LOG = LoggerFactory.getLogger(SharedIndexInformer.class);
    private static final Duration MINIMUM_RESYNC_PERIOD = Duration.ofSeconds(1);

    private final Consumer<Duration> onChange;
    private Duration resyncCheckPeriod;

    /** @param onChange is told every new check period */
    ResyncCheckPeriod(Duration resyncCheckPeriod, Consumer<Duration> onChange) {
        this.resyncCheckPeriod = resyncCheckPeriod;
        this.onChange = onChange;
    }

    Duration get() {
        return resyncCheckPeriod;
    }

    // tag::resync-period[]
    /** The period a handler gets; a shorter one than the check period lowers that. */
    Duration adaptTo(String handlerName, Duration requested) {
        Duration period = atLeastMinimum(handlerName, requested);
        if (isTooShort(period)) {
            resyncCheckPeriod = period;
            onChange.accept(period);
        }
        return period;
    }

    /** The period a handler gets; a shorter one than the check period is raised. */
    Duration adapted(String handlerName, Duration requested) {
        Duration period = atLeastMinimum(handlerName, requested);
        if (isTooShort(period)) {
            LOG.warn("{} asks for a resync every {}, but the informer runs and"
                    + " looks only every {}; it gets that",
                    handlerName, period, resyncCheckPeriod);
            return resyncCheckPeriod;
        }
        return period;
    }
    // end::resync-period[]

    private boolean isTooShort(Duration period) {
        return !period.isZero() && period.compareTo(resyncCheckPeriod) < 0;
    }

    private static Duration atLeastMinimum(String handlerName, Duration requested) {
        if (requested.isZero() || requested.compareTo(MINIMUM_RESYNC_PERIOD) >= 0) {
            return requested;
        }
        LOG.warn("{} asks for a resync every {}; it gets one every {}, which is the minimum",
                handlerName, requested, MINIMUM_RESYNC_PERIOD);
        return MINIMUM_RESYNC_PERIOD;
    }
}
