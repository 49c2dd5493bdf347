import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** What was seen of pods at the seams of a pipeline, in order. All methods may be called from any thread. */
final class Recording {

    /** Where a pod can be seen, in the order of its journey. */
    enum Seam {
        WRITTEN, RECEIVED, QUEUED, POPPED, CACHED, HANDLED, WORKED;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private record Line(Optional<Seam> seam, String pod, String text) {}

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition grown = lock.newCondition();
    private final List<Line> lines = new ArrayList<>(); // guarded by lock

    void see(Seam seam, String pod, String text) {
        append(new Line(Optional.of(seam), pod, "%-9s %s".formatted(seam, text)));
    }

    /** Something that happened to no pod. */
    void note(String text) {
        append(new Line(Optional.empty(), "", "--        " + text));
    }

    private void append(Line line) {
        lock.lock();
        try {
            lines.add(line);
            grown.signalAll(); // await may wait for it
        } finally {
            lock.unlock();
        }
    }

    /** Waits until as many lines at this seam have this in their text. */
    void await(Seam seam, String text, long times) throws InterruptedException {
        lock.lock();
        try {
            long left = TimeUnit.SECONDS.toNanos(8);
            while (count(seam, text) < times) {
                left = grown.awaitNanos(left);
                if (left <= 0) {
                    throw new IllegalStateException("never " + seam + " " + text + ":\n" + this);
                }
            }
        } finally {
            lock.unlock();
        }
    }

    long count(Seam seam, String text) {
        lock.lock();
        try {
            return lines.stream()
                    .filter(line -> line.seam.filter(seam::equals).isPresent() && line.text.contains(text)).count();
        } finally {
            lock.unlock();
        }
    }

    /** The last seam at which this pod was seen; of handlers, only the one named counts. */
    Seam lastOf(String pod, String handler) {
        lock.lock();
        try {
            return lines.stream()
                    .filter(line -> line.pod.equals(pod))
                    .filter(line -> line.seam.orElseThrow() != Seam.HANDLED || line.text.contains("(" + handler + ")"))
                    .map(line -> line.seam.orElseThrow()).max(Seam::compareTo).orElseThrow();
        } finally {
            lock.unlock();
        }
    }

    /** The seam of the last line that has one. */
    Seam last() {
        lock.lock();
        try {
            return lines.stream().flatMap(line -> line.seam.stream()).reduce((first, second) -> second).orElseThrow();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public String toString() {
        lock.lock();
        try {
            StringBuilder text = new StringBuilder();
            lines.forEach(line -> text.append("    ").append(line.text).append('\n'));
            return text.toString();
        } finally {
            lock.unlock();
        }
    }
}
