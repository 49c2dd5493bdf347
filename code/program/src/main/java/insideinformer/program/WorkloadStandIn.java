package insideinformer.program;

import insideinformer.api.ApiErrors;
import insideinformer.api.ApiException;
import insideinformer.api.ApiResource;
import insideinformer.api.GroupVersionResource;
import insideinformer.api.Json;
import insideinformer.api.KubernetesObject;
import insideinformer.api.ListOptions;
import insideinformer.api.OwnerReference;
import insideinformer.api.Pod;
import insideinformer.api.RawJson;
import insideinformer.api.Unstructured;
import insideinformer.client.Client;
import insideinformer.controller.ResourceEventHandler;
import insideinformer.factory.FactoryOptions;
import insideinformer.factory.SharedInformerFactory;
import insideinformer.sharedinformer.SharedIndexInformer;
import insideinformer.store.DeletedObject;
import insideinformer.wait.Cancellable;
import insideinformer.wait.Clock;
import insideinformer.wait.Context;
import insideinformer.wait.Group;
import insideinformer.wait.Wait;
import insideinformer.workqueue.QueueConfig;
import insideinformer.workqueue.RateLimiters;
import insideinformer.workqueue.RateLimitingQueue;
import insideinformer.workqueue.WorkQueues;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Stands in for the controllers of Deployments, ReplicaSets, StatefulSets and Jobs: gives each as many pods as it asks for,
 * and a StatefulSet's pods their claims; takes the pods away when it is gone. It rolls nothing out, and its pods never run;
 * what they cost is all that matters here.
 *
 * <p>One worker takes keys from a work queue; handlers of informers put them in. A pod that a quota refuses is tried again,
 * each time after a longer pause.
 */
final class WorkloadStandIn {

    private static final Logger LOG = LoggerFactory.getLogger(WorkloadStandIn.class);
    private static final Duration WORKER_RESTART = Duration.ofSeconds(1);

    private static final List<ApiResource<Unstructured>> KINDS = List.of(
            apps("deployments", "Deployment"), apps("replicasets", "ReplicaSet"), apps("statefulsets", "StatefulSet"),
            ApiResource.unstructured(new GroupVersionResource("batch", "v1", "jobs"), "Job", true));

    /** A workload's key in the queue. */
    private record Key(ApiResource<Unstructured> resource, String key) {}

    private final Client client;
    private final Clock clock;
    private final Consumer<String> report;
    private final SharedInformerFactory informers;
    private final SharedIndexInformer<Pod> pods;
    private final Map<ApiResource<Unstructured>, SharedIndexInformer<Unstructured>> workloads = new HashMap<>();
    private final RateLimitingQueue<Key> queue;

    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Set<String>> expected =
            new HashMap<>(); // guarded by lock; owner's uid to pods made and not yet seen
    private final Map<Key, String> unfinished = new TreeMap<>(
            Comparator.comparing(k -> k.resource().kind() + " " + k.key())); // guarded by lock; why
    private final Map<Key, String> lookedAt = new HashMap<>(); // guarded by lock; the version
    private final Set<Key> refused = new HashSet<>(); // guarded by lock; already reported
    private final Set<Key> gone = ConcurrentHashMap.newKeySet(); // deleted before our eyes

    /** @param report gets a sentence for each workload whose pods a quota refuses */
    WorkloadStandIn(Client client, Clock clock, Consumer<String> report) {
        this.client = client;
        this.clock = clock;
        this.report = report;
        this.informers = new SharedInformerFactory(client, Duration.ZERO, FactoryOptions.DEFAULT.withClock(clock));
        this.pods = informers.pods().informer();
        this.queue = WorkQueues.newRateLimitingQueue(
                RateLimiters.itemExponentialFailure(Duration.ofMillis(50), Duration.ofSeconds(10)),
                QueueConfig.<Key>named("workload_stand_in").withClock(clock));
        for (ApiResource<Unstructured> kind : KINDS) {
            SharedIndexInformer<Unstructured> informer = informers.forResource(kind).informer();
            workloads.put(kind, informer);
            informer.addEventHandler(new Enqueue<>(workload -> add(kind, workload), workload -> delete(kind,
                    workload)));
        }
        pods.addEventHandler(new Enqueue<>(this::podChanged, this::podChanged));
    }

    private static ApiResource<Unstructured> apps(String plural, String kind) {
        return ApiResource.unstructured(new GroupVersionResource("apps", "v1", plural), kind, true);
    }

    /** Works until {@code context} ends. */
    void run(Context context) {
        Group worker = new Group();
        try (Cancellable stopping = context.withCancel()) {
            informers.start(stopping);
            informers.waitForCacheSync(stopping);
            worker.start("workload stand-in", () -> Wait.until(stopping, clock, WORKER_RESTART, this::work));
            stopping.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            queue.shutDown();
            worker.awaitAll();
            informers.shutdown();
        }
    }

    /**
     * What is still on its way: a sentence for each workload on the server that has not been looked at as it is there, or
     * that lacks pods for another reason than a quota.
     */
    List<String> unfinished() throws IOException, InterruptedException {
        Map<Key, String> served = new HashMap<>(); // the server knows first, informers later
        for (ApiResource<Unstructured> kind : KINDS) {
            for (Unstructured workload : client.resource(kind).list(Context.background(), ListOptions.EMPTY).items()) {
                served.put(keyOf(kind, workload), String.valueOf(workload.metadata().resourceVersion()));
            }
        }
        lock.lock();
        try {
            List<String> all = new ArrayList<>(unfinished.values());
            served.forEach((key, version) -> {
                if (!version.equals(lookedAt.get(key)) && !unfinished.containsKey(key)) {
                    all.add(titleOf(key) + " has not been looked at");
                }
            });
            all.sort(Comparator.naturalOrder());
            return all;
        } finally {
            lock.unlock();
        }
    }

    private record Enqueue<T extends KubernetesObject>(Consumer<T> enqueue,
            Consumer<T> delete) implements ResourceEventHandler<T> {
        @Override
        public void onAdd(T object, boolean isInInitialList) {
            enqueue.accept(object);
        }

        @Override
        public void onUpdate(T old, T object) {
            enqueue.accept(object);
        }

        @Override
        public void onDelete(DeletedObject<T> deleted) {
            deleted.object().ifPresent(delete);
        }
    }

    private void add(ApiResource<Unstructured> kind, Unstructured workload) {
        queue.add(keyOf(kind, workload));
    }

    private static Key keyOf(ApiResource<Unstructured> kind, Unstructured workload) {
        return new Key(kind, namespaceOf(workload) + "/" + workload.metadata().name());
    }

    private void delete(ApiResource<Unstructured> kind, Unstructured workload) {
        gone.add(keyOf(kind, workload));
        queue.add(keyOf(kind, workload));
    }

    private void podChanged(Pod pod) {
        for (OwnerReference owner : pod.metadata().ownerReferences()) {
            forget(owner.uid(), pod.metadata().name());
            KINDS.stream().filter(kind -> kind.kind().equals(owner.kind())).forEach(kind ->
                    queue.add(new Key(kind, pod.metadata().namespace() + "/" + owner.name())));
        }
    }

    private void work() throws InterruptedException {
        for (Optional<Key> key = queue.get(); key.isPresent(); key = queue.get()) {
            try {
                sync(key.get());
            } finally {
                queue.done(key.get());
            }
        }
    }

    private void sync(Key key) throws InterruptedException {
        Optional<Unstructured> workload = informer(key).getIndexer().getByKey(key.key());
        try {
            if (workload.isEmpty()) {
                if (gone.contains(key)) {
                    deletePodsOf(key);
                }
            } else if (workload.get().metadata().ownerReferences().isEmpty()) {
                reconcile(key, workload.get());
            }
            queue.forget(key);
            setUnfinished(key, Optional.empty(), workload);
        } catch (ApiException e) {
            boolean full = ApiErrors.isForbidden(e) && !ManifestApplier.isNotCountedYet(e);
            setUnfinished(key, full ? Optional.empty() : Optional.of(titleOf(key) + " lacks pods: " + e.getMessage()),
                    workload);
            if (full) {
                reportOnce(key, e);
            }
            queue.addRateLimited(key);
        } catch (IOException e) {
            LOG.warn("{} cannot be given its pods; tried again later: {}", titleOf(key), e.toString());
            setUnfinished(key, Optional.of(titleOf(key) + " lacks pods: " + e), workload);
            queue.addRateLimited(key);
        }
    }

    /** What upstream's garbage collector does with the pods of a workload that is gone. */
    private void deletePodsOf(Key key) throws IOException, InterruptedException {
        for (Pod pod : pods.getIndexer().list()) {
            if (pod.metadata().ownerReferences().stream().anyMatch(owner -> key.resource().kind().equals(owner.kind())
                    && key.key().equals(namespaceOf(pod) + "/" + owner.name()))) {
                client.resource(ApiResource.PODS).inNamespace(namespaceOf(pod))
                        .delete(Context.background(), String.valueOf(pod.metadata().name()));
            }
        }
    }

    private SharedIndexInformer<Unstructured> informer(Key key) {
        return Objects.requireNonNull(workloads.get(key.resource()));
    }

    private static String titleOf(Key key) {
        return key.resource().kind() + " " + key.key();
    }

    private void reportOnce(Key key, ApiException e) {
        lock.lock();
        try {
            if (!refused.add(key)) {
                return;
            }
        } finally {
            lock.unlock();
        }
        report.accept(titleOf(key) + " lacks pods: " + e.getMessage());
    }

    private void setUnfinished(Key key, Optional<String> why, Optional<Unstructured> workload) {
        lock.lock();
        try {
            workload.ifPresent(w -> lookedAt.put(key, String.valueOf(w.metadata().resourceVersion())));
            why.ifPresentOrElse(text -> unfinished.put(key, text), () -> unfinished.remove(key));
        } finally {
            lock.unlock();
        }
    }

    private void reconcile(Key key, Unstructured workload) throws IOException, InterruptedException {
        Set<String> present = podsOf(workload);
        int wanted = wanted(key.resource().kind(), workload);
        boolean ordinals = key.resource().kind().equals("StatefulSet");
        for (int number = ordinals ? 0 : 1; present.size() < wanted; number++) {
            String name = workload.metadata().name() + "-" + number;
            if (!present.contains(name)) {
                if (ordinals) {
                    createClaims(workload, name);
                }
                createPod(key.resource(), workload, name);
                present.add(name);
            }
        }
        List<String> sorted = new ArrayList<>(present);
        sorted.sort(Comparator.comparingInt(WorkloadStandIn::number));
        for (String name : sorted.subList(Math.min(wanted, sorted.size()), sorted.size())) {
            client.resource(ApiResource.PODS).inNamespace(namespaceOf(workload)).delete(Context.background(), name);
        }
    }

    /** Those in the cache, and those just made that the cache does not know yet. */
    private Set<String> podsOf(Unstructured workload) {
        String uid = String.valueOf(workload.metadata().uid());
        lock.lock();
        try {
            Set<String> names = new HashSet<>(expected.getOrDefault(uid, Set.of()));
            for (Pod pod : pods.getIndexer().list()) {
                if (pod.metadata().ownerReferences().stream().anyMatch(owner -> uid.equals(owner.uid()))) {
                    names.add(String.valueOf(pod.metadata().name()));
                }
            }
            return names;
        } finally {
            lock.unlock();
        }
    }

    private static int wanted(String kind, Unstructured workload) {
        JsonNode spec = spec(workload);
        if (kind.equals("Job")) {
            int parallel = spec.path("parallelism").asInt(1);
            return Math.min(parallel, spec.path("completions").asInt(parallel));
        }
        return spec.path("replicas").asInt(1);
    }

    private static int number(String name) {
        return Integer.parseInt(name.substring(name.lastIndexOf('-') + 1));
    }

    private static JsonNode spec(Unstructured workload) {
        RawJson spec = workload.unknown().get("spec");
        return spec == null ? MissingNode.getInstance() : spec.tree();
    }

    private static String namespaceOf(KubernetesObject object) {
        return String.valueOf(object.metadata().namespace());
    }

    private void createPod(ApiResource<Unstructured> kind, Unstructured workload, String name)
            throws IOException, InterruptedException {
        ObjectNode pod = Json.MAPPER.createObjectNode().put("apiVersion", "v1").put("kind", "Pod");
        JsonNode template = spec(workload).path("template");
        ObjectNode metadata = pod.putObject("metadata").put("name", name).put("namespace", namespaceOf(workload));
        for (String field : List.of("labels", "annotations")) {
            if (template.path("metadata").has(field)) {
                metadata.set(field, template.path("metadata").path(field));
            }
        }
        metadata.putArray("ownerReferences").addObject()
                .put("apiVersion", kind.gvr().apiVersion())
                .put("kind", kind.kind())
                .put("name", workload.metadata().name())
                .put("uid", workload.metadata().uid())
                .put("controller", true);
        pod.set("spec", template.path("spec"));
        expect(workload, name);
        try {
            client.resource(ApiResource.PODS).inNamespace(namespaceOf(workload))
                    .create(Context.background(), Json.MAPPER.treeToValue(pod, Pod.class));
        } catch (IOException e) {
            forget(workload.metadata().uid(), name);
            if (!ApiErrors.isAlreadyExists(e)) {
                throw e;
            }
        }
    }

    private void expect(Unstructured workload, String name) {
        lock.lock();
        try {
            expected.computeIfAbsent(String.valueOf(workload.metadata().uid()), uid -> new HashSet<>()).add(name);
        } finally {
            lock.unlock();
        }
    }

    private void forget(@Nullable String ownerUid, @Nullable String podName) {
        lock.lock();
        try {
            expected.getOrDefault(String.valueOf(ownerUid), new HashSet<>()).remove(podName);
        } finally {
            lock.unlock();
        }
    }

    private void createClaims(Unstructured workload, String podName) throws IOException, InterruptedException {
        if (!(spec(workload).path("volumeClaimTemplates") instanceof ArrayNode templates)) {
            return;
        }
        for (JsonNode template : templates) {
            String name = template.path("metadata").path("name").asString("data") + "-" + podName;
            ObjectNode claim = Json.MAPPER.createObjectNode().put("apiVersion", "v1").put("kind",
                    "PersistentVolumeClaim");
            claim.putObject("metadata").put("name", name).put("namespace", namespaceOf(workload));
            claim.set("spec", template.path("spec"));
            ApiResource<Unstructured> claims =
                    ApiResource.unstructured(ApiResource.PERSISTENT_VOLUME_CLAIMS.gvr(), "PersistentVolumeClaim", true);
            try {
                client.resource(claims).inNamespace(namespaceOf(workload))
                        .create(Context.background(), Json.MAPPER.treeToValue(claim, Unstructured.class));
            } catch (ApiException e) {
                if (!ApiErrors.isAlreadyExists(e)) {
                    throw e;
                }
            }
        }
    }
}
