package insideinformer.processor;

import static org.assertj.core.api.Assertions.fail;

import java.lang.ref.Reference;

/** Waits for the garbage collector. */
final class Garbage {

    private static final int ENOUGH = 200;

    private Garbage() {}

    /** Returns once nothing holds what {@code reference} points to. */
    static void awaitCollected(Reference<?> reference) {
        for (int i = 0; i < ENOUGH; i++) {
            if (reference.refersTo(null)) {
                return;
            }
            System.gc();
            Thread.yield(); // whoever still holds it may be about to let go
        }
        fail("something still holds %s after %d collections", reference.get(), ENOUGH);
    }
}
