package insideinformer.program;

import insideinformer.api.ApiErrors;
import insideinformer.api.ApiException;
import insideinformer.wait.Cancellable;
import insideinformer.wait.Clock;
import insideinformer.wait.Context;
import insideinformer.wait.Group;
import insideinformer.wait.Wait;
import insideinformer.workqueue.QueueConfig;
import insideinformer.workqueue.RateLimiters;
import insideinformer.workqueue.RateLimitingQueue;
import insideinformer.workqueue.WorkQueues;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs one {@link ClusterController}. Handlers of informers put keys into its queue, and one worker takes them out. A
 * key that fails is tried again, each time after a longer pause. The loop can say what is not done yet, so that the
 * program knows when everything has settled. An object that a quota refuses counts as settled.
 */
final class SyncLoop<K> {

    private static final Logger LOG = LoggerFactory.getLogger(SyncLoop.class);
    private static final Duration WORKER_RESTART = Duration.ofSeconds(1);

    private final ClusterController<K> controller;
    private final Clock clock;
    private final Consumer<String> report;
    private final RateLimitingQueue<K> queue;

    private final ReentrantLock lock = new ReentrantLock();
    private final Map<K, String> unfinished = new HashMap<>(); // guarded by lock; the reason of each key
    private final Map<K, String> lookedAt = new HashMap<>(); // guarded by lock; the version that was looked at
    private final Set<K> refused = new HashSet<>(); // guarded by lock; keys that were reported

    /** @param report gets one sentence for each object that admission refuses something */
    SyncLoop(ClusterController<K> controller, Clock clock, Consumer<String> report) {
        this.controller = controller;
        this.clock = clock;
        this.report = report;
        this.queue = WorkQueues.newRateLimitingQueue(
                RateLimiters.itemExponentialFailure(Duration.ofMillis(50), Duration.ofSeconds(10)),
                QueueConfig.<K>named(controller.name().replace(' ', '_')).withClock(clock));
    }

    String name() {
        return controller.name();
    }

    void add(K key) {
        queue.add(key);
    }

    /** Works until {@code context} ends. */
    void run(Context context) {
        Group worker = new Group();
        try (Cancellable stopping = context.withCancel()) {
            worker.start(controller.name(), () -> Wait.until(stopping, clock, WORKER_RESTART, () -> work(stopping)));
            stopping.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            queue.shutDown();
            worker.awaitAll();
        }
    }

    private void work(Context context) throws InterruptedException {
        for (Optional<K> key = queue.get(); key.isPresent(); key = queue.get()) {
            try {
                sync(context, key.get());
            } finally {
                queue.done(key.get());
            }
        }
    }

    private void sync(Context context, K key) throws InterruptedException {
        String version = controller.version(key);
        try {
            controller.sync(context, key);
            queue.forget(key);
            note(key, version, null);
            return;
        } catch (IOException e) {
            if (context.isDone()) {
                return; // the stop has cut the request off
            }
            String why = lacks(key, e);
            if (isRefusal(e)) {
                note(key, version, null);
                reportOnce(key, why);
            } else {
                note(key, version, why);
                if (!(e instanceof ApiException)) {
                    LOG.warn("{}: {}; tried again later", name(), why);
                }
            }
        } catch (RuntimeException e) {
            note(key, version, lacks(key, e));
            LOG.error("{}: {} could not be worked on; tried again later", name(), controller.title(key), e);
        }
        queue.addRateLimited(key);
    }

    private String lacks(K key, Exception e) {
        return controller.title(key) + " lacks " + controller.lacks() + ": " + e.getMessage();
    }

    private static boolean isRefusal(IOException e) {
        return e instanceof Refusal
                || e instanceof ApiException refused && ApiErrors.isForbidden(e)
                && !ManifestApplier.isNotCountedYet(refused);
    }

    private void note(K key, String version, @Nullable String why) {
        lock.lock();
        try {
            lookedAt.put(key, version);
            if (why == null) {
                unfinished.remove(key);
            } else {
                unfinished.put(key, why);
            }
        } finally {
            lock.unlock();
        }
    }

    private void reportOnce(K key, String why) {
        lock.lock();
        try {
            if (!refused.add(key)) {
                return;
            }
        } finally {
            lock.unlock();
        }
        report.accept(why);
    }

    /**
     * One sentence for each object that is not done: nobody has looked at the version that the server has, or the
     * object lacks something and the reason is not a refusal.
     */
    List<String> unfinished(Context context) throws IOException, InterruptedException {
        Map<K, String> known; // copied before the server is asked, so that a newer object counts as not looked at
        Map<K, String> told;
        lock.lock();
        try {
            known = new HashMap<>(lookedAt);
            told = new HashMap<>(unfinished);
        } finally {
            lock.unlock();
        }
        List<String> all = new ArrayList<>(told.values());
        controller.served(context).forEach((key, version) -> {
            if (!version.equals(known.get(key)) && !told.containsKey(key)) {
                all.add(controller.title(key) + " has not been looked at");
            }
        });
        all.sort(null);
        return all;
    }
}
