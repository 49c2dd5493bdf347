package insideinformer.factory;

import insideinformer.api.GroupVersionResource;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * How waiting for a factory's informers ended. A snapshot; the maps cannot be changed.
 *
 * <p>Upstream: {@code tools/cache/shared_informer.go, SyncResult}, which does not know the failures.
 *
 * @param err what ended the waiting before all were synced, an {@link InterruptedException} or a {@link
 *     insideinformer.wait.WaitException}; empty: all are
 * @param synced for each informer that was started, whether it is synced
 * @param failures of those that are not synced, the last failure to list or watch, where there was one
 * @param notStarted those that were asked for and never started, for which nobody waited
 */
public record SyncResult(
        Optional<Exception> err,
        Map<GroupVersionResource, Boolean> synced,
        Map<GroupVersionResource, Exception> failures,
        Set<GroupVersionResource> notStarted) {

    public SyncResult {
        synced = Map.copyOf(synced);
        failures = Map.copyOf(failures);
        notStarted = Set.copyOf(notStarted);
    }

    /** Empty if all are synced; else an exception that names those that are not, and says why as far as it is known. */
    public Optional<Exception> asError() {
        return err.map(cause -> new Exception(
                "failed to sync all caches: " + missing() + ": " + cause.getMessage() + reasons()
                        + (notStarted.isEmpty() ? "" : "; never started: " + names(notStarted)), cause));
    }

    private String missing() {
        return names(synced.entrySet().stream().filter(entry -> !entry.getValue()).map(Map.Entry::getKey)
                .collect(Collectors.toSet()));
    }

    static String names(Set<GroupVersionResource> resources) {
        return resources.stream().map(resource -> resource.groupResource().toString()).sorted()
                .collect(Collectors.joining(", "));
    }

    private String reasons() {
        return failures.entrySet().stream()
                .map(entry -> "; " + entry.getKey().groupResource() + ": " + entry.getValue().getMessage())
                .sorted()
                .collect(Collectors.joining());
    }
}
