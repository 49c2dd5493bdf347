package insideinformer.manager;

import insideinformer.wait.Cancellable;
import insideinformer.wait.Clock;
import insideinformer.wait.Context;
import insideinformer.wait.Group;
import insideinformer.wait.Wait;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs controllers, each on a thread of its own, and waits for their return.
 *
 * <p>Upstream: kubernetes {@code cmd/kube-controller-manager/app/controllermanager.go, RunControllers}.
 */
final class RunningControllers {

    private static final Logger LOG = LoggerFactory.getLogger(RunningControllers.class);
    private static final Duration LOOK_WITHOUT_TIMEOUT = Duration.ofSeconds(5);

    private final List<Controller> controllers;
    private final ControllerManagerOptions options;
    private final Clock clock;
    private final RandomGenerator random;
    private final Group threads = new Group();
    private final Set<String> running = new ConcurrentSkipListSet<>();
    private final Cancellable allReturned = Context.background().withCancel();

    RunningControllers(
            List<Controller> controllers, ControllerManagerOptions options, Clock clock, RandomGenerator random) {
        this.controllers = controllers;
        this.options = options;
        this.clock = clock;
        this.random = random;
    }

    // tag::run[]
    /**
     * Blocks until all controllers have returned, or {@code context} has ended and the shutdown timeout has passed. An
     * interrupt ends the context; it is passed on after all controllers have returned.
     *
     * @return false if some controllers have not returned within the timeout
     */
    boolean run(Cancellable context) throws InterruptedException {
        controllers.forEach(controller -> running.add(controller.name()));
        controllers.forEach(controller -> start(controller, context));
        try (Cancellable either = context.withCancel();
                Context.Registration returned = allReturned.onDone(either::cancel)) {
            either.await();
            return allReturned.isDone() || awaitReturn();
        } catch (InterruptedException e) {
            context.cancel();
            threads.awaitAll();
            throw e;
        }
    }

    private void start(Controller controller, Context context) {
        Duration interval = options.controllerStartInterval();
        Duration pause = interval.isPositive() ? Wait.jitter(interval, 1, random) : Duration.ZERO;
        threads.start(controller.name(), () -> {
            try {
                Context.background().await(pause, clock); // the end of context does not cut it short, as upstream
                LOG.info("Starting controller {}", controller.name());
                controller.run(context);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } finally {
                running.remove(controller.name());
                if (running.isEmpty()) {
                    allReturned.cancel();
                }
            }
        });
    }
    // end::run[]

    // tag::await[]
    private boolean awaitReturn() throws InterruptedException {
        Duration timeout = options.controllerShutdownTimeout();
        Duration look = timeout.isZero() ? LOOK_WITHOUT_TIMEOUT : timeout.dividedBy(3);
        for (int looks = 1; !running.isEmpty() && !allReturned.await(look, clock); looks++) {
            LOG.warn("Controllers that have not returned yet: {}", running);
            if (looks == 3 && !timeout.isZero()) {
                LOG.error("Not waiting any longer for {}", running);
                return false;
            }
        }
        threads.awaitAll();
        return true;
    }
    // end::await[]
}
