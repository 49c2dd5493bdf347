package insideinformer.processor;

import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A value that is computed when somebody asks, and again when somebody asks after it changed.
 *
 * <p>Threads that ask at the same time wait for one computation and share its result. A computation that began before
 * {@link #notifyChanged} never becomes the answer to a question asked after it. A failure is not kept. All methods may
 * be called from any thread; the computation runs on that of one who asks, under a lock of its own, and must not ask
 * here.
 *
 * <p>Upstream: {@code tools/cache/synctrack/lazy.go, Lazy}.
 */
public final class Lazy<V> {

    private final Callable<V> evaluate;
    private volatile Entry current = new Entry();

    /** @param evaluate never gives null */
    public Lazy(Callable<V> evaluate) {
        this.evaluate = evaluate;
    }

    /** What was computed so far counts no more. Waits for nobody. */
    public void notifyChanged() {
        current = new Entry();
    }

    /**
     * @throws Exception what the computation threw; the next call tries again
     * @throws InterruptedException if interrupted while another thread computes
     */
    public V get() throws Exception {
        return current.get();
    }

    /** One computation at most; a change replaces the entry, whoever is still computing in it. */
    private final class Entry {

        private final ReentrantLock lock = new ReentrantLock();
        private Optional<V> value = Optional.empty(); // guarded by lock

        V get() throws Exception {
            lock.lockInterruptibly();
            try {
                if (value.isEmpty()) {
                    value = Optional.of(evaluate.call());
                }
                return value.get();
            } finally {
                lock.unlock();
            }
        }
    }
}
