package insideinformer.manager;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * How the manager runs. Upstream: kubernetes {@code cmd/kube-controller-manager/app/options}.
 *
 * @param controllers names to switch on, {@code -name} to switch off, {@code *} for all that are on by default; for each
 *     controller the first entry that names it decides
 * @param concurrentResourceQuotaSyncs workers of the quota controller for each of its queues
 * @param resourceQuotaSyncPeriod after which the quota controller counts everything again
 * @param resourceQuotaDiscoveryPeriod after which it looks for new kinds of objects
 * @param minResyncPeriod of informers; each gets between this and twice as much
 * @param controllerStartInterval each controller starts between this and twice as much later; zero: at once
 * @param controllerShutdownTimeout how long controllers may take to return; zero: as long as they like
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

    /** The entries with today's names in the place of older ones. Upstream: {@code ApplyTo}. */
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
