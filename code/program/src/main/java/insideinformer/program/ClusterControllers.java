package insideinformer.program;

import insideinformer.client.Client;
import insideinformer.factory.FactoryOptions;
import insideinformer.factory.SharedInformerFactory;
import insideinformer.wait.Cancellable;
import insideinformer.wait.Clock;
import insideinformer.wait.Context;
import insideinformer.wait.Group;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Runs the controllers of a cluster that make the objects that quotas count. They make pods and ReplicaSets of
 * workloads, claims of ephemeral volumes, and the service account and ConfigMap of every namespace. They delete
 * objects that have lost their owners. Each has a thread of its own, and all share their informers.
 */
final class ClusterControllers {

    private final SharedInformerFactory informers;
    private final List<SyncLoop<?>> all;
    private final List<SyncLoop<?>> perNamespace;

    /** @param report gets one sentence for each object that cannot get what belongs to it */
    ClusterControllers(Client client, Clock clock, Consumer<String> report) {
        this.informers = new SharedInformerFactory(client, Duration.ZERO, FactoryOptions.DEFAULT.withClock(clock));
        this.perNamespace = List.of(
                PerNamespaceObject.serviceAccountsController(client, informers, clock, report).loop(),
                PerNamespaceObject.rootCACertPublisher(client, informers, clock, report).loop());
        this.all = new ArrayList<>(perNamespace);
        all.add(new GarbageCollector(client, informers, clock, report).loop());
        all.add(new WorkloadStandIn(client, informers, clock, report).loop());
        all.add(new EphemeralVolumes(client, informers, clock, report).loop()); // after the loops that make pods
    }

    /** Works until {@code context} ends. */
    void run(Context context) {
        Group threads = new Group();
        try (Cancellable stopping = context.withCancel()) {
            informers.start(stopping);
            informers.waitForCacheSync(stopping);
            all.forEach(loop -> threads.start(loop.name() + " loop", () -> loop.run(stopping)));
            stopping.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            threads.awaitAll();
            informers.shutdown();
        }
    }

    /** One sentence for each object that is not done; empty when all has settled. */
    List<String> unfinished(Context context) throws IOException, InterruptedException {
        return unfinished(context, all);
    }

    /** One sentence for each namespace that lacks its service account or its ConfigMap. */
    List<String> unfinishedNamespaces(Context context) throws IOException, InterruptedException {
        return unfinished(context, perNamespace);
    }

    private static List<String> unfinished(Context context, List<SyncLoop<?>> loops)
            throws IOException, InterruptedException {
        List<String> unfinished = new ArrayList<>();
        for (SyncLoop<?> loop : loops) {
            unfinished.addAll(loop.unfinished(context));
        }
        return unfinished;
    }
}
