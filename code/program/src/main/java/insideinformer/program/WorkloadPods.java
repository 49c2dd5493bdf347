package insideinformer.program;

import insideinformer.api.ApiErrors;
import insideinformer.api.ApiException;
import insideinformer.api.ApiResource;
import insideinformer.api.OwnerReference;
import insideinformer.api.Unstructured;
import insideinformer.client.Client;
import insideinformer.sharedinformer.SharedIndexInformer;
import insideinformer.wait.Context;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Makes the missing pods of a workload and deletes those that are too many. The pods of a StatefulSet are numbered.
 * Other pods get a generated name. A pod that was made and is not in the cache yet counts as present.
 *
 * <p>Upstream: {@code pkg/controller/replicaset/replica_set.go, manageReplicas}, {@code statefulset} and {@code job}.
 */
final class WorkloadPods {

    private final Client client;
    private final SharedIndexInformer<Unstructured> pods;
    private final StatefulSetClaims claims;

    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Set<String>> expected =
            new HashMap<>(); // guarded by lock; by the owner's uid, the pods that are not in the cache yet

    WorkloadPods(Client client, SharedIndexInformer<Unstructured> pods) {
        this.client = client;
        this.pods = pods;
        this.claims = new StatefulSetClaims(client);
    }

    /** Called when a pod has appeared in the cache, or has left it. */
    void seen(Unstructured pod) {
        for (OwnerReference owner : pod.metadata().ownerReferences()) {
            forget(String.valueOf(owner.uid()), Owned.name(pod));
        }
    }

    void sync(Context context, ApiResource<Unstructured> kind, Unstructured workload)
            throws IOException, InterruptedException {
        if (kind.kind().equals("StatefulSet")) {
            syncNumbered(context, kind, workload);
        } else {
            syncNameless(context, kind, workload);
        }
    }

    private void syncNumbered(Context context, ApiResource<Unstructured> kind, Unstructured workload)
            throws IOException, InterruptedException {
        JsonNode spec = Owned.spec(workload);
        int first = spec.path("ordinals").path("start").asInt(0);
        Set<String> wanted = new LinkedHashSet<>();
        IntStream.range(first, first + wanted(kind.kind(), spec))
                .forEach(number -> wanted.add(Owned.name(workload) + "-" + number));
        Set<String> present = podsOf(workload);
        for (String name : wanted) {
            if (!present.contains(name)) {
                claims.create(context, workload, name);
                createNumbered(context, kind, workload, name);
            }
        }
        present.removeAll(wanted);
        delete(context, workload, List.copyOf(present));
    }

    private void createNumbered(
            Context context, ApiResource<Unstructured> kind, Unstructured workload, String name)
            throws IOException, InterruptedException {
        ObjectNode pod = pod(kind, workload, name);
        ObjectNode labels = pod.withObject("/metadata/labels");
        labels.put("statefulset.kubernetes.io/pod-name", name);
        labels.put("apps.kubernetes.io/pod-index", name.substring(name.lastIndexOf('-') + 1));
        labels.put("controller-revision-hash", Owned.name(workload) + "-" + GeneratedNames.letters(
                Owned.spec(workload).path("template").toString(), 10));
        try {
            create(context, workload, name, pod);
        } catch (ApiException e) {
            if (!ApiErrors.isAlreadyExists(e)) {
                throw e;
            }
            Owned.requireOwn(Owned.in(client, WorkloadStandIn.PODS, workload).get(context, name),
                    kind, workload, e);
        }
    }

    private void syncNameless(Context context, ApiResource<Unstructured> kind, Unstructured workload)
            throws IOException, InterruptedException {
        Set<String> present = podsOf(workload);
        int wanted = wanted(kind.kind(), Owned.spec(workload));
        for (int number = 1; present.size() < wanted; number++) {
            String name = GeneratedNames.of(Owned.name(workload) + "-",
                    kind.kind() + " " + Owned.key(workload) + " " + number);
            if (present.contains(name)) {
                continue;
            }
            try {
                create(context, workload, name, pod(kind, workload, name));
                present.add(name);
            } catch (ApiException e) {
                if (!ApiErrors.isAlreadyExists(e)) {
                    throw e;
                } // another pod has this name, so the next one is tried
            }
        }
        delete(context, workload, List.copyOf(present).subList(Math.min(wanted, present.size()), present.size()));
    }

    private static int wanted(String kind, JsonNode spec) {
        if (!kind.equals("Job")) {
            return spec.path("replicas").asInt(1);
        }
        int parallel = spec.path("parallelism").asInt(1);
        return spec.path("suspend").asBoolean(false) ? 0 : Math.min(parallel, spec.path("completions").asInt(parallel));
    }

    /** The pods in the cache, and those that the cache does not hold yet; sorted. */
    private Set<String> podsOf(Unstructured workload) {
        Set<String> names = new TreeSet<>();
        lock.lock();
        try {
            names.addAll(expected.getOrDefault(String.valueOf(workload.metadata().uid()), Set.of()));
            for (Unstructured pod : pods.getIndexer().list()) {
                if (Owned.isBy(pod, workload)) {
                    names.add(Owned.name(pod));
                }
            }
            return names;
        } finally {
            lock.unlock();
        }
    }

    private static ObjectNode pod(ApiResource<Unstructured> kind, Unstructured workload, String name) {
        JsonNode template = Owned.spec(workload).path("template");
        ObjectNode pod = Owned.make(WorkloadStandIn.PODS, name, template, workload);
        Owned.setController(pod, kind, workload);
        pod.set("spec", template.path("spec").deepCopy());
        return pod;
    }

    private void create(Context context, Unstructured workload, String name, ObjectNode pod)
            throws IOException, InterruptedException {
        String uid = String.valueOf(workload.metadata().uid());
        expect(uid, name);
        try {
            Owned.in(client, WorkloadStandIn.PODS, workload).create(context, Owned.unstructured(pod));
        } catch (IOException e) {
            forget(uid, name);
            throw e;
        }
    }

    private void delete(Context context, Unstructured workload, List<String> names)
            throws IOException, InterruptedException {
        for (String name : names) {
            try {
                Owned.in(client, WorkloadStandIn.PODS, workload).delete(context, name);
            } catch (ApiException e) {
                if (!ApiErrors.isNotFound(e)) {
                    throw e;
                }
            }
        }
    }

    private void expect(String ownerUid, String name) {
        lock.lock();
        try {
            expected.computeIfAbsent(ownerUid, uid -> new HashSet<>()).add(name);
        } finally {
            lock.unlock();
        }
    }

    private void forget(String ownerUid, String name) {
        lock.lock();
        try {
            expected.getOrDefault(ownerUid, new HashSet<>()).remove(name);
        } finally {
            lock.unlock();
        }
    }
}
