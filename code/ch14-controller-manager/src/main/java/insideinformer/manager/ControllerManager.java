package insideinformer.manager;

import insideinformer.client.Client;
import insideinformer.factory.FactoryOptions;
import insideinformer.factory.SharedInformerFactory;
import insideinformer.wait.Cancellable;
import insideinformer.wait.Clock;
import insideinformer.wait.Context;
import insideinformer.wait.Wait;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs several controllers in one process, on one set of informers. It makes all controllers, then starts the informers
 * that they asked for, then runs the controllers until it is told to stop.
 *
 * <p>Upstream: kubernetes {@code cmd/kube-controller-manager/app/controllermanager.go, Run, CreateControllerContext,
 * BuildControllers, RunControllers}.
 */
public final class ControllerManager {

    private static final Logger LOG = LoggerFactory.getLogger(ControllerManager.class);

    private final Client client;
    private final List<ControllerDescriptor> descriptors;
    private final ControllerManagerOptions options; // its controllers by their canonical names
    private final FactoryOptions factoryOptions;
    private final Clock clock;
    private final RandomGenerator random;

    private ControllerManager(Builder builder) {
        this.client = builder.client;
        this.descriptors = builder.descriptors;
        this.options = canonical(builder.options, ControllerDescriptor.controllerAliases(descriptors));
        this.factoryOptions = builder.factoryOptions;
        this.clock = builder.clock;
        this.random = builder.random;
    }

    /**
     * A manager with upstream's default options, on the machine's clock.
     *
     * @param descriptors the controllers it can run: {@link #newControllerDescriptors}, and any of your own
     */
    public static Builder builder(Client client, List<ControllerDescriptor> descriptors) {
        return new Builder(client, descriptors);
    }

    private ControllerManagerOptions canonical(ControllerManagerOptions given, Map<String, String> aliases) {
        ControllerManagerOptions canonical =
                given.withControllers(ControllerManagerOptions.canonicalNames(given.controllers(), aliases));
        List<String> unknown = canonical.controllers().stream()
                .map(entry -> entry.replaceFirst("^-", ""))
                .filter(entry -> !entry.equals("*") && !knownControllers().contains(entry) || entry.isEmpty())
                .toList();
        if (!unknown.isEmpty()) {
            throw new IllegalArgumentException(
                    "no controller is called " + unknown + "; known are " + knownControllers() + " and * for all");
        }
        return canonical;
    }

    /** The names of the controllers that it can run, sorted. */
    public Set<String> knownControllers() {
        Set<String> names = new TreeSet<>();
        descriptors.forEach(descriptor -> names.add(descriptor.name()));
        return names;
    }

    /** The controllers of this project. Upstream: {@code NewControllerDescriptors}. */
    public static List<ControllerDescriptor> newControllerDescriptors() {
        return List.of(QuotaControllerDescriptor.descriptor());
    }

    /**
     * Runs until {@code context} ends or all controllers have returned. It returns after the last controller and the
     * last informer have ended, or after it gave up waiting for a controller.
     *
     * @return false if it gave up waiting
     * @throws IOException if a controller cannot be made
     */
    public boolean run(Context context) throws IOException, InterruptedException {
        try {
            return makeAndRun(context);
        } catch (IOException e) {
            if (context.isDone()) {
                LOG.debug("Stopped while controllers were made", e);
                return true;
            }
            throw e;
        }
    }

    private boolean makeAndRun(Context context) throws IOException, InterruptedException {
        // tag::run[]
        try (var informers = new SharedInformerFactory(
                        client, resyncPeriod(), factoryOptions);
                Cancellable stopping = context.withCancel();
                Cancellable informersStarted = Context.background().withCancel()) {
            ControllerContext controllerContext = new ControllerContext(
                    client, informers, informersStarted, this::resyncPeriod, options,
                    clock);
            List<Controller> controllers = buildControllers(stopping, controllerContext);
            informers.start(stopping);
            informersStarted.cancel(); // its end is the signal
            return new RunningControllers(controllers, options, clock, random)
                    .run(stopping);
        }
        // end::run[]
    }

    /** Draws a period between the least resync period and twice that at each call. */
    Duration resyncPeriod() {
        return Wait.jitter(options.minResyncPeriod(), 1, random);
    }

    // tag::build[]
    private List<Controller> buildControllers(Context context, ControllerContext controllerContext)
            throws IOException, InterruptedException {
        List<Controller> controllers = new ArrayList<>();
        for (ControllerDescriptor descriptor : descriptors) {
            if (ControllerManagerOptions.isControllerEnabled(descriptor.name(), Set.of(), options.controllers())) {
                controllers.add(descriptor.constructor().create(context, controllerContext));
            } else {
                LOG.info("Controller {} is switched off", descriptor.name());
            }
        }
        return controllers;
    }
    // end::build[]

    /** Sets what a manager need not be told. */
    public static final class Builder {

        private final Client client;
        private final List<ControllerDescriptor> descriptors;
        private ControllerManagerOptions options = ControllerManagerOptions.DEFAULT;
        private FactoryOptions factoryOptions = FactoryOptions.DEFAULT;
        private Clock clock = Clock.system();
        private RandomGenerator random = new SplittableRandom();

        private Builder(Client client, List<ControllerDescriptor> descriptors) {
            this.client = client;
            this.descriptors = List.copyOf(descriptors);
        }

        public Builder options(ControllerManagerOptions newOptions) {
            options = newOptions;
            return this;
        }

        /** For the informers that all controllers share. */
        public Builder factoryOptions(FactoryOptions newOptions) {
            factoryOptions = newOptions;
            return this;
        }

        public Builder clock(Clock newClock) {
            clock = newClock;
            return this;
        }

        /** Draws resync periods and the pauses before controllers start. */
        public Builder random(RandomGenerator newRandom) {
            random = newRandom;
            return this;
        }

        /** @throws IllegalArgumentException if the options name a controller that is not there */
        public ControllerManager build() {
            return new ControllerManager(this);
        }
    }
}
