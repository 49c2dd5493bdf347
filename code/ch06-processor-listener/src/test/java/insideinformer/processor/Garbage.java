package insideinformer.processor;

import static org.assertj.core.api.Assertions.fail;

import java.lang.ref.Reference;

/** Waits for the garbage collector. */
final class Garbage {

    private Garbage() {}

    /** Returns once nothing holds what {@code reference} points to; the time limit of a test ends the waiting. */
    static void awaitCollected(Reference<?> reference) {
        while (!reference.refersTo(null)) {
            if (Thread.currentThread().isInterrupted()) {
                fail("something still holds %s", reference.get());
            }
            System.gc();
            Thread.yield(); // a thread that still holds it might be about to end
        }
    }
}
