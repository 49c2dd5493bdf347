package insideinformer.manager;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * How the manager runs. Start from {@link #DEFAULT}.
 *
 * <p>Upstream: kubernetes {@code cmd/kube-controller-manager/app/options}.
 *
 * @param controllers a name switches a controller on, {@code -name} switches it off, {@code *} switches on all that are
 *     on by default; the first entry that names a controller decides
 * @param concurrentResourceQuotaSyncs workers of the quota controller for each of its queues
 * @param resourceQuotaSyncPeriod the quota controller counts all quotas again after each such period
 * @param resourceQuotaDiscoveryPeriod the pause before it asks again which resources the server has
 * @param minResyncPeriod of informers; each gets between this and twice as much
 * @param controllerStartInterval each controller waits between this and twice as much before it starts; zero: not at
 *     all
 * @param controllerShutdownTimeout how long the manager waits for its controllers at the end; zero: until all have
 *     returned
 */
public record ControllerManagerOptions(
        List<String> controllers,
        int concurrentResourceQuotaSyncs,
        Duration resourceQuotaSyncPeriod,
        Duration resourceQuotaDiscoveryPeriod,
        Duration minResyncPeriod,
        Duration controllerStartInterval,
        Duration controllerShutdownTimeout) {

    public static final ControllerManagerOptions DEFAULT = new ControllerManagerOptions(
            List.of("*"), 5, Duration.ofMinutes(5), Duration.ofSeconds(30), Duration.ofHours(12), Duration.ZERO,
            Duration.ofSeconds(10));

    public ControllerManagerOptions {
        controllers = List.copyOf(controllers);
    }

    public ControllerManagerOptions withControllers(List<String> newControllers) {
        return new ControllerManagerOptions(
                newControllers, concurrentResourceQuotaSyncs, resourceQuotaSyncPeriod, resourceQuotaDiscoveryPeriod,
                minResyncPeriod, controllerStartInterval, controllerShutdownTimeout);
    }

    public ControllerManagerOptions withConcurrentResourceQuotaSyncs(int workers) {
        return new ControllerManagerOptions(
                controllers, workers, resourceQuotaSyncPeriod, resourceQuotaDiscoveryPeriod,
                minResyncPeriod, controllerStartInterval, controllerShutdownTimeout);
    }

    public ControllerManagerOptions withControllerStartInterval(Duration interval) {
        return new ControllerManagerOptions(
                controllers, concurrentResourceQuotaSyncs, resourceQuotaSyncPeriod, resourceQuotaDiscoveryPeriod,
                minResyncPeriod, interval, controllerShutdownTimeout);
    }

    public ControllerManagerOptions withControllerShutdownTimeout(Duration timeout) {
        return new ControllerManagerOptions(
                controllers, concurrentResourceQuotaSyncs, resourceQuotaSyncPeriod, resourceQuotaDiscoveryPeriod,
                minResyncPeriod, controllerStartInterval, timeout);
    }

    /** The same entries with each alias replaced by its controller's name. Upstream: {@code ApplyTo}. */
    static List<String> canonicalNames(List<String> controllers, Map<String, String> aliases) {
        return controllers.stream()
                .map(entry -> entry.startsWith("-")
                        ? "-" + aliases.getOrDefault(entry.substring(1), entry.substring(1))
                        : aliases.getOrDefault(entry, entry))
                .toList();
    }

    // tag::enabled[]
    /** Upstream: {@code app/helper.go, IsControllerEnabled}. */
    public static boolean isControllerEnabled(String name, Set<String> disabledByDefault, List<String> controllers) {
        for (String entry : controllers) {
            if (entry.equals(name)) {
                return true;
            }
            if (entry.equals("-" + name)) {
                return false;
            }
        }
        return controllers.contains("*") && !disabledByDefault.contains(name);
    }
    // end::enabled[]
}
