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
 * The controllers of a cluster that make what quotas count, one thread each, on shared informers: pods and ReplicaSets of
 * workloads, claims of ephemeral volumes, the service account and the ConfigMap that every namespace has, and the end of
 * what has lost its owner.
 */
final class ClusterControllers {

    private final SharedInformerFactory informers;
    private final List<SyncLoop<?>> all;
    private final List<SyncLoop<?>> perNamespace;

    /** @param report gets a sentence for each object that cannot get what belongs to it */
    ClusterControllers(Client client, Clock clock, Consumer<String> report) {
        this.informers = new SharedInformerFactory(client, Duration.ZERO, FactoryOptions.DEFAULT.withClock(clock));
        this.perNamespace = List.of(
                PerNamespaceObject.serviceAccountsController(client, informers, clock, report).loop(),
                PerNamespaceObject.rootCACertPublisher(client, informers, clock, report).loop());
        this.all = new ArrayList<>(perNamespace);
        all.add(new GarbageCollector(client, informers, clock, report).loop());
        all.add(new WorkloadStandIn(client, informers, clock, report).loop());
        all.add(new EphemeralVolumes(client, informers, clock, report).loop()); // after those that make pods
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

    /** What is still on its way, a sentence each; empty when all has settled. */
    List<String> unfinished() throws IOException, InterruptedException {
        return unfinished(all);
    }

    /** What namespaces still lack of what each of them has from the start. */
    List<String> unfinishedNamespaces() throws IOException, InterruptedException {
        return unfinished(perNamespace);
    }

    private static List<String> unfinished(List<SyncLoop<?>> loops) throws IOException, InterruptedException {
        List<String> unfinished = new ArrayList<>();
        for (SyncLoop<?> loop : loops) {
            unfinished.addAll(loop.unfinished());
        }
        return unfinished;
    }
}
