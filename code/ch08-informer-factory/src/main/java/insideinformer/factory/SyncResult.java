package insideinformer.factory;

import insideinformer.api.GroupVersionResource;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * How the wait for a factory's informers ended. It is a snapshot, and the maps cannot be changed.
 *
 * <p>Upstream: {@code tools/cache/shared_informer.go, SyncResult}, which does not know the failures.
 *
 * @param err what ended the wait before all informers were synced, an {@link InterruptedException} or a {@link
 *     insideinformer.wait.WaitException}; empty: all are synced
 * @param synced whether each informer that was started is synced
 * @param failures the last failure to list or watch of each informer that is not synced, if it had one
 * @param notStarted the kinds whose informers were asked for but never started, so that nobody waited for them
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

    /** An exception that names the informers that are not synced, and why as far as it is known. Empty if all are. */
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
