package insideinformer.factory;

import insideinformer.api.GroupVersionResource;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * How waiting for a factory's informers ended.
 *
 * <p>Upstream: {@code tools/cache/shared_informer.go, SyncResult}.
 *
 * @param err what ended the waiting before all were synced
 * @param synced for each informer that was started, whether it is synced
 */
public record SyncResult(Optional<Exception> err, Map<GroupVersionResource, Boolean> synced) {

    public SyncResult {
        synced = Map.copyOf(synced);
    }

    /** Empty if all are synced; else an exception that names those that are not. */
    public Optional<Exception> asError() {
        return err.map(cause -> new Exception(
                "failed to sync all caches: " + missing() + ": " + cause.getMessage(), cause));
    }

    private String missing() {
        return synced.entrySet().stream()
                .filter(entry -> !entry.getValue())
                .map(entry -> entry.getKey().groupResource().toString())
                .sorted()
                .collect(Collectors.joining(", "));
    }
}
