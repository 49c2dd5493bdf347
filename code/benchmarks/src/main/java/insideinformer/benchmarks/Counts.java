package insideinformer.benchmarks;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The handler that counts, whichever library calls it. */
final class Counts {

    private static final int PATIENCE = 300; // seconds

    private final CountDownLatch adds;
    private final CountDownLatch updates;

    Counts(int adds, int updates) {
        this.adds = new CountDownLatch(adds);
        this.updates = new CountDownLatch(updates);
    }

    void added() {
        adds.countDown();
    }

    void updated() {
        updates.countDown();
    }

    void awaitAdds() throws InterruptedException {
        await(adds, "adds");
    }

    void awaitUpdates() throws InterruptedException {
        await(updates, "updates");
    }

    private static void await(CountDownLatch latch, String what) throws InterruptedException {
        if (!latch.await(PATIENCE, TimeUnit.SECONDS)) {
            throw new IllegalStateException(latch.getCount() + " " + what + " have not come within " + PATIENCE + " s");
        }
    }
}
