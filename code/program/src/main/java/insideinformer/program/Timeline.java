package insideinformer.program;

import insideinformer.api.ResourceQuota;
import insideinformer.lab.Observer;
import insideinformer.lab.Sighting;
import insideinformer.lab.Stage;
import insideinformer.lab.TakenVersions;
import insideinformer.wait.Clock;
import java.io.PrintStream;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Prints what happens to one pod, with the milliseconds since it was first followed. After the pod has been deleted, it
 * also prints what the quota controller writes in the pod's namespace.
 */
final class Timeline implements Observer {

    private final PrintStream out;
    private final Clock clock;
    private final TakenVersions taken = new TakenVersions();
    private final ReentrantLock lock = new ReentrantLock();
    private @Nullable String followed; // guarded by lock; namespace/name
    private long startNanos; // guarded by lock
    private boolean deleted; // guarded by lock
    private final Set<Stage> passed = EnumSet.noneOf(Stage.class); // guarded by lock; since the last phase began

    Timeline(PrintStream out, Clock clock) {
        this.out = out;
        this.clock = clock;
    }

    /** @param pod {@code namespace/name} */
    void follow(String pod) {
        lock.lock();
        try {
            followed = pod;
            startNanos = clock.nanoTime();
        } finally {
            lock.unlock();
        }
    }

    /** Begins a phase. Stages that the pod passed before do not count for {@link #hasPassed}. */
    void beginPhase(boolean podIsDeleted) {
        lock.lock();
        try {
            passed.clear();
            deleted = podIsDeleted;
        } finally {
            lock.unlock();
        }
    }

    /** Whether the pod has passed a stage in this phase. */
    boolean hasPassed(Stage stage) {
        lock.lock();
        try {
            return passed.contains(stage);
        } finally {
            lock.unlock();
        }
    }

    /** Whether the controller's informer has this version of a quota, or a newer one. */
    boolean hasTaken(ResourceQuota quota) {
        return taken.contains(quota);
    }

    @Override
    public void seen(Sighting sighting) {
        taken.seen(sighting);
        lock.lock();
        try {
            if (!isAboutFollowedLocked(sighting)) {
                return;
            }
            long millis = (clock.nanoTime() - startNanos) / 1_000_000;
            String subject = sighting.kind().equals("ResourceQuota") ? "quota " + sighting.key() + ": " : "";
            out.printf("%6d ms  %-20s  %s%s%n", millis, sighting.stage().label(), subject, sighting.text());
            passed.add(sighting.stage());
        } finally {
            lock.unlock();
        }
    }

    private boolean isAboutFollowedLocked(Sighting sighting) {
        if (followed == null) {
            return false;
        }
        if (sighting.kind().equals("Pod")) {
            return sighting.key().equals(followed);
        }
        String namespace = followed.substring(0, followed.indexOf('/') + 1);
        return deleted && sighting.stage() == Stage.QUOTA_CONTROLLER && sighting.key().startsWith(namespace);
    }
}
