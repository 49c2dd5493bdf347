package insideinformer.wait;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/** The context that never ends. Upstream: {@code context.Background}. */
final class Background implements Context {

    static final Background INSTANCE = new Background();

    private Background() {}

    @Override
    public Optional<Reason> reason() {
        return Optional.empty();
    }

    @Override
    public void await() throws InterruptedException {
        new CountDownLatch(1).await();
    }

    @Override
    public boolean await(Duration timeout, Clock clock) throws InterruptedException {
        try (Cancellable pause = withTimeout(timeout, clock)) {
            pause.await();
        }
        return false;
    }

    @Override
    public Registration onDone(Runnable action) {
        return () -> {};
    }
}
