package insideinformer.sharedinformer;

import static java.util.Objects.requireNonNullElse;

import insideinformer.json.Json;
import insideinformer.api.KubernetesObject;
import insideinformer.api.ObjectMeta;
import insideinformer.store.ObjectName;
import insideinformer.wait.Clock;
import insideinformer.wait.Context;
import insideinformer.wait.CrashLog;
import insideinformer.wait.CrashPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/**
 * Finds out whether somebody changes the objects that a cache shares: keeps a copy of every object that the cache hands
 * out, and compares object and copy every second.
 *
 * <p>An object that differs from its copy is logged in every round, with its key and the path of the first field that
 * differs. No value is logged, because it may be secret. Then the crash policy is told, and if that returns, the
 * detector goes on. Objects that cannot be copied, or that do not equal their fresh copy, are not watched.
 *
 * <p>{@link #addObject} can be called from any thread and waits for nobody. {@link #run} and {@link #compareObjects}
 * take turns.
 *
 * <p>Upstream: {@code tools/cache/mutation_detector.go, defaultCacheMutationDetector}.
 */
final class CacheMutationDetector<T extends KubernetesObject> implements MutationDetector<T> {

    // tag::invariants[]
    // I1  Only addObject made the copy of a pair, and nobody else sees the copy.
    // I2  A pair is in addedObjs, then in cachedObjs, then in retainedCachedObjs,
    //     and then gone: it is compared for at least RETAIN_DURATION and at most
    //     twice as long.
    // end::invariants[]

    private static final Logger LOG = LoggerFactory.getLogger(MutationDetector.class);
    private static final Duration PERIOD = Duration.ofSeconds(1);
    private static final Duration RETAIN_DURATION = Duration.ofMinutes(2);

    private record CacheObj<T>(T cached, T copied) {}

    private final String name;
    private final UnaryOperator<T> deepCopy;
    private final Clock clock;
    private final CrashPolicy crashPolicy;
    private final Queue<CacheObj<T>> addedObjs = new ConcurrentLinkedQueue<>(); // no lock, so that adding never waits

    private final ReentrantLock compareObjectsLock = new ReentrantLock();
    private List<CacheObj<T>> cachedObjs = new ArrayList<>(); // guarded by compareObjectsLock
    private List<CacheObj<T>> retainedCachedObjs = List.of(); // guarded by compareObjectsLock

    /**
     * @param name names the cache in messages
     * @param deepCopy makes a copy that shares nothing with its argument that could be changed, or throws
     * @param crashPolicy decides what happens when objects were changed; an exception of it ends {@link #run}
     */
    CacheMutationDetector(String name, UnaryOperator<T> deepCopy, Clock clock, CrashPolicy crashPolicy) {
        this.name = name;
        this.deepCopy = deepCopy;
        this.clock = clock;
        this.crashPolicy = crashPolicy;
    }

    @Override
    public void addObject(T obj) {
        T copy;
        try {
            copy = deepCopy.apply(obj);
        } catch (RuntimeException e) {
            LOG.debug("cache {}: {} cannot be copied and is not watched for changes: {}", name, key(obj),
                    CrashLog.place(e));
            return;
        }
        if (obj.equals(copy)) {
            addedObjs.add(new CacheObj<>(obj, copy));
        } else {
            LOG.debug("cache {}: {} does not equal its copy and is not watched for changes", name, key(obj));
        }
    }

    @Override
    public void run(Context context) {
        long lastRotated = clock.nanoTime();
        try {
            do {
                if (clock.nanoTime() - lastRotated > RETAIN_DURATION.toNanos()) {
                    rotate();
                    lastRotated = clock.nanoTime();
                }
                compareObjects();
            } while (!context.await(PERIOD, clock));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void rotate() {
        compareObjectsLock.lock();
        try {
            retainedCachedObjs = cachedObjs;
            cachedObjs = new ArrayList<>();
        } finally {
            compareObjectsLock.unlock();
        }
    }

    /** Compares every watched object once. */
    void compareObjects() {
        boolean altered;
        compareObjectsLock.lock();
        try {
            for (CacheObj<T> obj = addedObjs.poll(); obj != null; obj = addedObjs.poll()) {
                cachedObjs.add(obj);
            }
            altered = anyAlteredLocked(cachedObjs) | anyAlteredLocked(retainedCachedObjs); // both, to log everything
        } finally {
            compareObjectsLock.unlock();
        }
        if (altered) {
            crashPolicy.crashed(
                    new IllegalStateException("cache " + name + " modified"), "mutation detector of " + name);
        }
    }

    private boolean anyAlteredLocked(List<CacheObj<T>> objs) {
        assertLockHeld();
        boolean any = false;
        for (CacheObj<T> obj : objs) {
            if (!obj.cached().equals(obj.copied())) {
                any = true;
                LOG.error("cache {}: {} was changed by somebody who shares it, first at {}", name, key(obj.copied()),
                        firstDifference(obj));
            }
        }
        return any;
    }

    /** The JSON pointer of a field, which says where to look and shows no value. */
    private static String firstDifference(CacheObj<?> obj) {
        try {
            return firstDifference("", Json.MAPPER.valueToTree(obj.copied()), Json.MAPPER.valueToTree(obj.cached()));
        } catch (RuntimeException e) {
            return "a place unknown, because the object cannot be written as JSON";
        }
    }

    private static String firstDifference(String path, JsonNode before, JsonNode after) {
        Set<String> names = new LinkedHashSet<>(before.propertyNames());
        names.addAll(after.propertyNames());
        for (String name : names) {
            if (!before.path(name).equals(after.path(name))) {
                return firstDifference(path + "/" + name, before.path(name), after.path(name));
            }
        }
        return path.isEmpty() ? "a place that its JSON does not show" : path;
    }

    private static ObjectName key(KubernetesObject obj) {
        ObjectMeta metadata = obj.metadata();
        return new ObjectName(requireNonNullElse(metadata.namespace(), ""), requireNonNullElse(metadata.name(), ""));
    }

    private void assertLockHeld() {
        if (!compareObjectsLock.isHeldByCurrentThread()) {
            throw new IllegalStateException("the caller must hold compareObjectsLock");
        }
    }
}
