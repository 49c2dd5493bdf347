package insideinformer.program;

import insideinformer.api.ApiErrors;
import insideinformer.api.ApiException;
import insideinformer.api.ApiResource;
import insideinformer.api.ListOptions;
import insideinformer.api.ResourceQuota;
import insideinformer.api.Unstructured;
import insideinformer.apiserver.ApiServer;
import insideinformer.apiserver.admission.AdmissionChain;
import insideinformer.apiserver.admission.QuotaAdmission;
import insideinformer.client.Client;
import insideinformer.client.RestClient;
import insideinformer.factory.FactoryOptions;
import insideinformer.lab.ObservedAdmission;
import insideinformer.lab.ObservedClient;
import insideinformer.lab.ObservedQueues;
import insideinformer.lab.PodWatcher;
import insideinformer.lab.Sighting;
import insideinformer.lab.Stage;
import insideinformer.manager.ControllerDescriptor;
import insideinformer.manager.ControllerManager;
import insideinformer.wait.Cancellable;
import insideinformer.wait.Clock;
import insideinformer.wait.Context;
import insideinformer.wait.Group;
import insideinformer.wait.Wait;
import insideinformer.wait.WaitException;
import java.io.IOException;
import java.io.PrintStream;
import java.net.BindException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Runs everything in one process: the API server with quota admission, the controller manager, the controllers of a
 * cluster, and the book's site. It loads the manifests and prints what happens to one pod.
 */
final class Program {

    /** The annotation that says how far a pod is followed. */
    private static final String FOLLOW = "insideinformer/follow";

    private static final Duration LOOK = Duration.ofMillis(50);
    private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(60);

    private final PrintStream out;
    private final int port;
    private final int sitePort;
    private final @Nullable Path site;
    private final @Nullable Path manifestsPath;
    private final @Nullable Long onceWithin;
    private final Clock clock = Clock.system();
    private final Timeline timeline;
    private final CompletableFuture<Exception> managerFailure = new CompletableFuture<>();

    /**
     * @param site the book's pages; null: they are not served
     * @param manifestsPath null: start empty
     * @param onceWithin it stops when all has settled, or after this many seconds; null: it runs until it is told to
     *     stop
     */
    Program(
            PrintStream out, int port, int sitePort, @Nullable Path site, @Nullable Path manifestsPath,
                    @Nullable Long onceWithin) {
        this.out = out;
        this.port = port;
        this.sitePort = sitePort;
        this.site = site;
        this.manifestsPath = manifestsPath;
        this.onceWithin = onceWithin;
        this.timeline = new Timeline(out, clock);
    }

    /** @return the exit code */
    int run(Context context) throws UserError, IOException, InterruptedException {
        List<Manifest> manifests = manifestsPath == null ? List.of()
                : ManifestChecks.check(ManifestReader.read(manifestsPath, out::println), out::println);
        try (SiteServer pages = site == null ? null : SiteServer.start(site, sitePort);
                ApiServer server = startServer();
                Client client = new RestClient(server.uri())) {
            ObservedClient observed = new ObservedClient(client, timeline);
            Group threads = new Group();
            try (Cancellable running = context.withCancel()) {
                ClusterControllers controllers = new ClusterControllers(client, clock, text -> out.println("refused    "
                        + text));
                threads.start("controller manager", () -> runManager(observed, running));
                threads.start("controllers", () -> controllers.run(running));
                out.println("API server " + server.uri());
                int code = tellUntilStopped(running, client, observed, controllers, manifests);
                if (onceWithin == null && !running.isDone()) {
                    printWhereToLook(server.uri(), pages);
                    running.await();
                    out.println("stopping");
                }
                return code;
            } finally {
                threads.awaitAll();
            }
        }
    }

    private ApiServer startServer() throws UserError, IOException {
        try {
            return ApiServer.builder()
                    .port(port)
                    .admission(AdmissionChain.before(new ObservedAdmission(new QuotaAdmission(clock), timeline)))
                    .build()
                    .start();
        } catch (IOException e) {
            if (e.getCause() instanceof BindException || e instanceof BindException) {
                throw new UserError("port %d is taken by another program; choose another one: make run PORT=%d"
                        .formatted(port, port + 1));
            }
            throw e;
        }
    }

    private void runManager(ObservedClient client, Cancellable running) {
        List<ControllerDescriptor> descriptors = new ArrayList<>(ControllerManager.newControllerDescriptors());
        descriptors.add(PodWatcher.descriptor(timeline));
        FactoryOptions informers = FactoryOptions.DEFAULT.withQueueFactory(ObservedQueues.running(timeline));
        try {
            ControllerManager.builder(client, descriptors).factoryOptions(informers).clock(clock).build()
                    .run(running);
        } catch (IOException e) {
            managerFailure.complete(e);
            running.cancel();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** If the stop cuts off a request, that is no failure. */
    private int tellUntilStopped(
            Context context, Client client, ObservedClient observed, ClusterControllers controllers,
                    List<Manifest> manifests)
            throws UserError, IOException, InterruptedException {
        try {
            return tell(context, client, observed, controllers, manifests);
        } catch (IOException e) {
            if (context.isDone() && !managerFailure.isDone()) {
                return 0;
            }
            throw e;
        }
    }

    /**
     * Loads the manifests, waits until everything has settled, and prints the quotas. It follows the first pod of the
     * manifests when its turn comes. If an annotation marks that pod to be followed to its end, the pod is created last
     * and then deleted.
     */
    private int tell(
            Context context, Client client, ObservedClient observed, ClusterControllers controllers,
                    List<Manifest> manifests)
            throws UserError, IOException, InterruptedException {
        List<Manifest> loaded = new ArrayList<>(manifests);
        Optional<Manifest> followed =
                manifests.stream().filter(m -> m.kind().equals("Pod") && !m.name().isEmpty()).findFirst();
        boolean toItsEnd = followed.filter(Program::isFollowedToItsEnd).isPresent();
        if (toItsEnd) {
            loaded.removeIf(manifest -> manifest == followed.get());
        }
        out.println("loading    " + loaded.size() + " objects"
                + (manifestsPath == null ? "" : " from " + manifestsPath));
        NotPlayed.tell(manifests, text -> out.println("not played " + text));
        Settlement settlement = new Settlement(new Recount(client, context, clock), controllers);
        try (Cancellable limited = context.withTimeout(
                onceWithin == null ? DEFAULT_TIMEOUT : Duration.ofSeconds(onceWithin), clock)) {
            boolean settled = loadAndFollow(limited, client, controllers, loaded, followed, toItsEnd, settlement)
                    && await(limited, observed::hasToldAll);
            if (managerFailure.isDone()) {
                Exception failure = managerFailure.resultNow();
                throw new IOException("the controller manager did not start: " + failure.getMessage(), failure);
            }
            if (!settled && context.isDone()) {
                return 0; // told to stop
            }
            out.println();
            printTable(new Recount(client, context, clock).lines());
            if (!settled) {
                out.println("It has not settled in time. Still missing:");
                settlement.missing(context).forEach(text -> out.println("  " + text));
            }
            return settled ? 0 : 1;
        }
    }

    private static boolean isFollowedToItsEnd(Manifest pod) {
        return pod.object().path("metadata").path("annotations").path(FOLLOW).asString("").equals("to-its-end");
    }

    /** @return false if the context ended before all was done */
    private boolean loadAndFollow(
            Context context, Client client, ClusterControllers controllers, List<Manifest> loaded,
            Optional<Manifest> followed, boolean toItsEnd, Settlement settlement)
            throws UserError, IOException, InterruptedException {
        Function<Manifest, Optional<ManifestApplier.Creation>> inItsTurn =
                manifest -> followed.filter(pod -> pod == manifest).map(pod -> c -> follow(c, client, pod).isPresent());
        try {
            ManifestApplier applier = new ManifestApplier(client, clock, out::println,
                    c -> controllers.unfinishedNamespaces(c).isEmpty());
            SystemPriorityClasses.create(context, client);
            if (!applier.awaitController(context) || !applier.apply(context, loaded, inItsTurn)
                    || !settle(context, settlement)) {
                return false;
            }
            if (!toItsEnd) {
                return true;
            }
            Optional<Boolean> created = follow(context, client, followed.get());
            return created.isPresent() && (!created.get() || end(context, client, followed.get()))
                    && settle(context, settlement);
        } catch (IOException e) {
            if (context.isDone()) {
                return false; // the stop has cut off a request
            }
            throw e;
        }
    }

    private boolean settle(Context context, Settlement settlement) throws IOException, InterruptedException {
        try {
            Wait.<IOException>pollUntilContextCancel(context, clock, LOOK, c -> settlement.missing(c).isEmpty());
            return true;
        } catch (WaitException e) {
            return false;
        }
    }

    /** Follows a pod until the quotas are charged. @return whether it was created; empty if the context ended before */
    private Optional<Boolean> follow(Context context, Client client, Manifest manifest)
            throws UserError, IOException, InterruptedException {
        String namespace = ManifestApplier.namespaceOf(manifest);
        String key = namespace + "/" + manifest.name();
        out.println();
        out.println("following  pod " + key + " of " + manifest.place(""));
        timeline.follow(key);
        try {
            say(key, "POST the pod");
            Unstructured created = client.resource(ApiResource.unstructured(ApiResource.PODS.gvr(), "Pod", true))
                    .inNamespace(namespace).create(context, ManifestApplier.decode(manifest, true));
            say(key, "is answered 201: " + Sighting.show(created));
        } catch (ApiException e) {
            if (!ApiErrors.isForbidden(e)) {
                throw ManifestApplier.notTaken(manifest, e);
            }
            out.println("           the pod was refused, so its way ends here");
            return Optional.of(false);
        }
        List<ResourceQuota> charged =
                client.resource(ApiResource.RESOURCE_QUOTAS).inNamespace(namespace).list(context, ListOptions.EMPTY)
                        .items();
        boolean arrived = await(context, () -> timeline.hasPassed(Stage.LISTENER) && charged.stream()
                .allMatch(timeline::hasTaken));
        return arrived ? Optional.of(true) : Optional.empty();
    }

    /** @return false if the context ended before */
    private boolean end(Context context, Client client, Manifest manifest) throws IOException, InterruptedException {
        timeline.beginPhase(true);
        String namespace = ManifestApplier.namespaceOf(manifest);
        say(namespace + "/" + manifest.name(), "DELETE the pod");
        client.resource(ApiResource.PODS).inNamespace(namespace).delete(context, manifest.name());
        return await(context, () -> timeline.hasPassed(Stage.LISTENER));
    }

    private void say(String key, String text) {
        timeline.seen(new Sighting(Stage.CLIENT, "Pod", key, text));
    }

    private boolean await(Context context, BooleanSupplier condition) throws InterruptedException {
        try {
            Wait.pollUntilContextCancel(context, clock, Duration.ofMillis(5), c -> condition.getAsBoolean());
            return true;
        } catch (WaitException e) {
            return false;
        }
    }

    private void printTable(List<Recount.Line> lines) {
        Table table = new Table("NAMESPACE", "QUOTA", "RESOURCE", "USED", "HARD");
        for (Recount.Line line : lines) {
            table.row(line.namespace(), line.quota(), line.resource(),
                    Table.cell(line.status()), Table.cell(line.hard()));
        }
        out.print(table);
    }

    private void printWhereToLook(URI server, @Nullable SiteServer pages) {
        out.println();
        if (pages != null) {
            out.println("the book   " + pages.uri());
        }
        out.println("kubectl    kubectl --server=" + server + " get pods -A");
        out.println("Ctrl-C ends it.");
    }
}
