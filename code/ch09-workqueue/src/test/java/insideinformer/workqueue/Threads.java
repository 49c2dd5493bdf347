package insideinformer.workqueue;

import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;

/** Threads of tests: to see that something waits, and to get its answer once it does not. */
final class Threads {

    private Threads() {}

    /** A call under way on a thread of its own. */
    static final class Call<T> {

        private final FutureTask<T> task;
        private final Thread thread;

        private Call(Callable<T> body) {
            task = new FutureTask<>(body);
            thread = Thread.ofPlatform().daemon().name("call").start(task);
        }

        /** Returns once the call waits for something; fails if it returned instead. */
        Call<T> awaitBlocked() {
            while (thread.getState() != Thread.State.WAITING) {
                if (task.isDone()) {
                    throw new AssertionError("the call was to wait, and has returned");
                }
                spin();
            }
            return this;
        }

        boolean isBlocked() {
            return !task.isDone() && thread.getState() == Thread.State.WAITING;
        }

        /** Waits for it; the time limit of a test, which interrupts it, ends the waiting. */
        T result() throws Exception {
            return task.get();
        }

        void interrupt() {
            thread.interrupt();
        }
    }

    /** One round of looking again; the time limit of a test, which interrupts it, ends the looking. */
    static void spin() {
        if (Thread.currentThread().isInterrupted()) {
            throw new AssertionError("what the test waited for did not happen in time");
        }
        Thread.onSpinWait();
    }

    static <T> Call<T> call(Callable<T> body) {
        return new Call<>(body);
    }

    static Call<Void> run(Body body) {
        return new Call<>(() -> {
            body.run();
            return null;
        });
    }

    interface Body {
        void run() throws Exception;
    }
}
