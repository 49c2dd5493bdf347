package insideinformer.apiserver.write;

import insideinformer.api.ApiErrors;
import insideinformer.api.ApiException;
import insideinformer.apiserver.bodies.WriteOptions;
import insideinformer.apiserver.kinds.BuiltInTypes;
import insideinformer.apiserver.kinds.ResourceType;
import insideinformer.apiserver.kinds.ServedTypes;
import insideinformer.apiserver.store.Change;
import insideinformer.apiserver.store.Follower;
import insideinformer.apiserver.store.Meta;
import insideinformer.apiserver.store.ObjectStore;
import insideinformer.apiserver.store.RevisionGoneException;
import insideinformer.json.Json;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Empties the namespaces that are being deleted, and removes them when they are empty. It looks again after every
 * deletion in such a namespace, so only objects that wait for a finalizer hold the namespace up. Pods are removed at
 * once, whatever their grace period, because no kubelet runs them here.
 *
 * <p>Upstream: {@code k8s.io/kubernetes/pkg/controller/namespace}; there a controller outside the API server.
 */
public final class NamespaceController implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(NamespaceController.class);

    private static final int BATCH = 1000;
    private static final DeleteRequest AT_ONCE = new DeleteRequest(0L, "", "", "Background", null, false);

    private final ObjectStore store;
    private final GenericRegistry registry;
    private final ServedTypes served;
    private final Set<String> terminating = ConcurrentHashMap.newKeySet();
    private final Follower changes;
    private final Thread thread;
    private volatile boolean closed;

    public NamespaceController(ObjectStore store, GenericRegistry registry, ServedTypes served) {
        this.store = store;
        this.registry = registry;
        this.served = served;
        this.changes = store.followNew(this::concerns);
        this.thread = Thread.ofVirtual().name("apiserver-namespace-controller").unstarted(this::run);
    }

    public void start() {
        thread.start();
    }

    /** Ends the thread and waits for it. */
    @Override
    public void close() {
        closed = true;
        changes.wake();
        try {
            if (thread.getState() != Thread.State.NEW) {
                thread.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        changes.close();
    }

    private boolean concerns(Change change) {
        return change.resource().equals(Namespaces.RESOURCE)
                || change.type() == Change.Type.DELETED && terminating.contains(change.namespace());
    }

    private void run() {
        while (!closed) {
            try {
                changes.take(BATCH).changes().forEach(this::note);
            } catch (RevisionGoneException e) {
                LOG.warn("{} missed changes of namespaces: {}; it looks at those that are stored",
                        thread.getName(), e.getMessage());
                changes.skipToPresent();
                store.list(Namespaces.RESOURCE, "").items().stream()
                        .filter(Meta::isTerminating).map(Meta::name).forEach(terminating::add);
            } catch (InterruptedException e) {
                return; // only the end of the process interrupts this thread
            }
            List.copyOf(terminating).forEach(this::sweep);
        }
    }

    private void note(Change change) {
        if (!change.resource().equals(Namespaces.RESOURCE)) {
            return;
        }
        if (change.type() == Change.Type.DELETED) {
            terminating.remove(change.name());
        } else if (Meta.isTerminating(change.object())) {
            terminating.add(change.name());
        }
    }

    private void sweep(String namespace) {
        try {
            int left = 0;
            for (ResourceType type : served.all()) {
                for (ObjectNode object : contents(type, namespace)) {
                    left += isGone(type, object) ? 0 : 1;
                }
            }
            if (left == 0) {
                release(namespace);
                terminating.remove(namespace);
            }
        } catch (ApiException e) {
            LOG.warn("namespace {} cannot end yet: {}; trying again after the next change", namespace, e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            LOG.error("emptying namespace {} failed; trying again after the next change", namespace, e);
        }
    }

    private List<ObjectNode> contents(ResourceType type, String namespace) {
        return type.namespaced() ? store.list(type.groupResource(), namespace).items() : List.of();
    }

    private boolean isGone(ResourceType type, ObjectNode object) throws ApiException, InterruptedException {
        try {
            return registry.delete(type, Meta.namespace(object), Meta.name(object), AT_ONCE).gone();
        } catch (ApiException e) {
            if (ApiErrors.isNotFound(e)) {
                return true;
            }
            throw e;
        }
    }

    private void release(String namespace) throws ApiException, InterruptedException {
        ObjectNode empty = Json.MAPPER.createObjectNode();
        empty.putObject("metadata").put("name", namespace);
        try {
            Target ending = new Target(BuiltInTypes.NAMESPACES, "", namespace, "finalize");
            registry.patch(ending, current -> empty.deepCopy(), WriteOptions.PLAIN);
        } catch (ApiException e) {
            if (!ApiErrors.isNotFound(e)) {
                throw e;
            }
        }
    }
}
