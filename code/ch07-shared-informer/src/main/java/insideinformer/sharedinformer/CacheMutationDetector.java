package insideinformer.sharedinformer;

import static java.util.Objects.requireNonNullElse;

import insideinformer.api.KubernetesObject;
import insideinformer.api.ObjectMeta;
import insideinformer.store.ObjectName;
import insideinformer.wait.Clock;
import insideinformer.wait.Context;
import insideinformer.wait.CrashPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a copy of every object that a cache hands out, and compares both every second.
 *
 * <p>An object that differs from its copy is logged with its key and with what changed, once in every round until it is
 * let go; then the crash policy is told, and if that returns, the detector goes on. An object that cannot be copied, or
 * is not equal to its copy from the beginning, is not watched.
 *
 * <p>{@link #addObject} may be called from any thread and waits for nobody; {@link #run} and {@link #compareObjects}
 * take turns.
 *
 * <p>Upstream: {@code tools/cache/mutation_detector.go, defaultCacheMutationDetector}.
 */
final class CacheMutationDetector<T extends KubernetesObject> implements MutationDetector<T> {

    // tag::invariants[]
    // I1  A pair's copy was made by addObject and is seen by nobody else.
    // I2  A pair is in added, then in current, then in retained, and then gone: it
    //     is compared for at least one and at most two times RETAIN.
    // end::invariants[]

    private static final Logger LOG = LoggerFactory.getLogger(MutationDetector.class);
    private static final Duration PERIOD = Duration.ofSeconds(1);
    private static final Duration RETAIN = Duration.ofMinutes(2);

    private record Pair<T>(T cached, T copied) {}

    private final String name;
    private final UnaryOperator<T> deepCopy;
    private final Clock clock;
    private final CrashPolicy crashes;
    private final Queue<Pair<T>> added = new ConcurrentLinkedQueue<>(); // without a lock: adding must not wait

    private final ReentrantLock comparing = new ReentrantLock();
    private List<Pair<T>> current = new ArrayList<>(); // guarded by comparing
    private List<Pair<T>> retained = List.of(); // guarded by comparing

    /**
     * @param deepCopy shares nothing with its argument that could be changed; throws if it cannot copy it
     * @param crashes is told of changed objects; what it throws ends {@link #run}
     */
    CacheMutationDetector(String name, UnaryOperator<T> deepCopy, Clock clock, CrashPolicy crashes) {
        this.name = name;
        this.deepCopy = deepCopy;
        this.clock = clock;
        this.crashes = crashes;
    }

    @Override
    public void addObject(T obj) {
        T copy;
        try {
            copy = deepCopy.apply(obj);
        } catch (RuntimeException e) {
            LOG.debug("cache {}: {} cannot be copied and is not watched for changes", name, key(obj), e);
            return;
        }
        if (obj.equals(copy)) {
            added.add(new Pair<>(obj, copy));
        } else {
            LOG.debug("cache {}: {} does not equal its copy and is not watched for changes", name, key(obj));
        }
    }

    @Override
    public void run(Context context) {
        long rotated = clock.nanoTime();
        try {
            do {
                if (clock.nanoTime() - rotated > RETAIN.toNanos()) {
                    rotate();
                    rotated = clock.nanoTime();
                }
                compareObjects();
            } while (!context.await(PERIOD, clock));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void rotate() {
        comparing.lock();
        try {
            retained = current;
            current = new ArrayList<>();
        } finally {
            comparing.unlock();
        }
    }

    /** One round over everything that is watched. */
    void compareObjects() {
        boolean altered;
        comparing.lock();
        try {
            for (Pair<T> pair = added.poll(); pair != null; pair = added.poll()) {
                current.add(pair);
            }
            altered = anyAlteredLocked(current) | anyAlteredLocked(retained); // both are to be told of
        } finally {
            comparing.unlock();
        }
        if (altered) {
            crashes.crashed(new IllegalStateException("cache " + name + " modified"), "mutation detector of " + name);
        }
    }

    private boolean anyAlteredLocked(List<Pair<T>> pairs) {
        assertComparingHeld();
        boolean any = false;
        for (Pair<T> pair : pairs) {
            if (!pair.cached().equals(pair.copied())) {
                any = true;
                LOG.error("cache {}: {} was changed by somebody who shares it; {}", name,
                        key(pair.copied()), diff(pair.copied().toString(), pair.cached().toString()));
            }
        }
        return any;
    }

    /** Where two texts begin and cease to differ. */
    private static String diff(String before, String after) {
        int shorter = Math.min(before.length(), after.length());
        int begin = 0;
        while (begin < shorter && before.charAt(begin) == after.charAt(begin)) {
            begin++;
        }
        int tail = 0;
        while (tail < shorter - begin
                && before.charAt(before.length() - 1 - tail) == after.charAt(after.length() - 1 - tail)) {
            tail++;
        }
        return "after '%s' it had '%s' and has '%s'".formatted(
                before.substring(Math.max(0, begin - 40), begin),
                before.substring(begin, before.length() - tail),
                after.substring(begin, after.length() - tail));
    }

    private static ObjectName key(KubernetesObject obj) {
        ObjectMeta metadata = obj.metadata();
        return new ObjectName(requireNonNullElse(metadata.namespace(), ""), requireNonNullElse(metadata.name(), ""));
    }

    private void assertComparingHeld() {
        if (!comparing.isHeldByCurrentThread()) {
            throw new IllegalStateException("the caller must hold comparing");
        }
    }
}
