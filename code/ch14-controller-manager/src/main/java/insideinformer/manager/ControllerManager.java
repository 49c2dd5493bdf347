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
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the controllers, starts the informers they asked for, and runs them until told to stop.
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

    /**
     * @param descriptors the controllers it can run: {@link #newControllerDescriptors}, and any of your own
     * @param factoryOptions for the informers that all controllers share
     * @throws IllegalArgumentException if the options name a controller that is not there
     */
    public ControllerManager(
            Client client, List<ControllerDescriptor> descriptors, ControllerManagerOptions options,
            FactoryOptions factoryOptions, Clock clock, RandomGenerator random) {
        this.client = client;
        this.descriptors = List.copyOf(descriptors);
        this.options = canonical(options, ControllerDescriptor.aliasesOf(descriptors));
        this.factoryOptions = factoryOptions;
        this.clock = clock;
        this.random = random;
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

    /** The names of all that it can run, sorted. */
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
     * Runs until {@code context} ends or all controllers have returned; returns when no controller and no informer runs
     * any more.
     *
     * @return false if it gave up waiting for a controller that does not return
     * @throws IOException if a controller cannot be made
     */
    public boolean run(Context context) throws IOException, InterruptedException {
        // tag::run[]
        try (var informers = new SharedInformerFactory(
                        client, resyncPeriod(), factoryOptions);
                Cancellable stopping = context.withCancel();
                Cancellable informersStarted = Context.background().withCancel()) {
            ControllerContext controllerContext = new ControllerContext(
                    client, informers, informersStarted, this::resyncPeriod, options,
                    clock);
            List<Controller> controllers = buildControllers(controllerContext);
            informers.start(stopping);
            informersStarted.cancel(); // its end is the signal
            return new RunningControllers(controllers, options, clock, random)
                    .run(stopping);
        }
        // end::run[]
    }

    /** Between the least resync period and twice that, drawn anew at each call. */
    Duration resyncPeriod() {
        return Wait.jitter(options.minResyncPeriod(), 1, random);
    }

    // tag::build[]
    private List<Controller> buildControllers(ControllerContext context) throws IOException, InterruptedException {
        List<Controller> controllers = new ArrayList<>();
        for (ControllerDescriptor descriptor : descriptors) {
            if (ControllerManagerOptions.isControllerEnabled(descriptor.name(), Set.of(), options.controllers())) {
                controllers.add(descriptor.constructor().create(context));
            } else {
                LOG.info("Controller {} is switched off", descriptor.name());
            }
        }
        return controllers;
    }
    // end::build[]
}
