package insideinformer.reflector;

import insideinformer.api.KubernetesObject;
import insideinformer.store.ReflectorStore;
import insideinformer.store.StoreException;
import insideinformer.wait.DelayFunc;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the parts of one Reflector share: the store, the version that the store has been brought to, and the pauses.
 *
 * <p>Any thread may call. Only a call to the store blocks, and the lock is never held during one.
 *
 * <p>Upstream: {@code tools/cache/reflector.go, Reflector}, its fields and their setters.
 */
final class ReflectorState<T extends KubernetesObject> {

    private static final Logger LOG = LoggerFactory.getLogger(Reflector.class);
    private static final Duration SLOW_LIST = Duration.ofSeconds(10);

    final String name;
    final String typeDescription;
    final ReflectorStore<T> store;
    final ReflectorOptions options;
    final DelayFunc delayHandler; // one for every pause, so that all pauses grow together

    private final ReentrantLock lastSyncResourceVersionMutex = new ReentrantLock();
    private String lastSyncResourceVersion = ""; // guarded by the mutex; empty until the first list
    private boolean isLastSyncResourceVersionUnavailable; // guarded by the mutex; the server refused to list at it

    ReflectorState(String name, String typeDescription, ReflectorStore<T> store, ReflectorOptions options) {
        this.name = name;
        this.typeDescription = typeDescription;
        this.store = store;
        this.options = options;
        this.delayHandler = options.backoff()
                .delayWithReset(options.clock(), ReflectorOptions.DEFAULT_BACKOFF_RESET, options.random());
    }

    String lastSyncResourceVersion() {
        lastSyncResourceVersionMutex.lock();
        try {
            return lastSyncResourceVersion;
        } finally {
            lastSyncResourceVersionMutex.unlock();
        }
    }

    private void setLastSyncResourceVersion(String version) {
        lastSyncResourceVersionMutex.lock();
        try {
            lastSyncResourceVersion = version;
        } finally {
            lastSyncResourceVersionMutex.unlock();
        }
    }

    void setIsLastSyncResourceVersionUnavailable(boolean isUnavailable) {
        lastSyncResourceVersionMutex.lock();
        try {
            isLastSyncResourceVersionUnavailable = isUnavailable;
        } finally {
            lastSyncResourceVersionMutex.unlock();
        }
    }

    /**
     * The version for a list. Empty asks for the newest state, whatever that costs the server. {@code 0} accepts any
     * state. Every other version asks for a state that is not older than what the store has seen.
     */
    String relistResourceVersion() {
        lastSyncResourceVersionMutex.lock();
        try {
            if (isLastSyncResourceVersionUnavailable) {
                return "";
            }
            return lastSyncResourceVersion.isEmpty() ? "0" : lastSyncResourceVersion;
        } finally {
            lastSyncResourceVersionMutex.unlock();
        }
    }

    /** The version for a stream of the present state. Unlike a list, the first stream asks for the newest state. */
    String rewatchResourceVersion() {
        lastSyncResourceVersionMutex.lock();
        try {
            return isLastSyncResourceVersionUnavailable ? "" : lastSyncResourceVersion;
        } finally {
            lastSyncResourceVersionMutex.unlock();
        }
    }

    /**
     * Makes {@code items} the whole content of the store.
     *
     * @param source {@code list} or {@code watch-list}, for messages
     * @param startNanos when the source was first asked
     * @throws StoreException if the store refused them; the version stays as it was
     */
    void syncWith(
            List<T> items, Set<String> unread, @Nullable String version, String source, long startNanos)
            throws StoreException {
        String known = version == null ? "" : version;
        try {
            store.replace(items, unread, known);
        } catch (StoreException e) {
            throw new StoreException("unable to sync " + source + " result: " + e.getMessage(), e);
        }
        setLastSyncResourceVersion(known);
        Duration took = Duration.ofNanos(options.clock().nanoTime() - startNanos);
        if (took.compareTo(SLOW_LIST) > 0) {
            LOG.info("{}: listing and storing {} {} took {}", name, items.size(), typeDescription, took);
        }
    }

    /**
     * Notes that the store was given an event of this version, and tells a store that wants to know. An empty version
     * changes nothing, because a watch from an empty version would miss deletions that came before it.
     */
    void reached(String version) {
        if (version.isEmpty()) {
            return;
        }
        setLastSyncResourceVersion(version);
        if (store instanceof ResourceVersionUpdater updater) {
            updater.updateResourceVersion(version);
        }
    }
}
