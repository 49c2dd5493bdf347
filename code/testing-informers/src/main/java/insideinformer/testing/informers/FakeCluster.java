package insideinformer.testing.informers;

import insideinformer.api.ApiException;
import insideinformer.api.ApiResource;
import insideinformer.api.GroupVersionResource;
import insideinformer.json.Json;
import insideinformer.api.KubernetesList;
import insideinformer.api.KubernetesObject;
import insideinformer.api.ListOptions;
import insideinformer.api.ObjectMeta;
import insideinformer.api.ResourceQuota;
import insideinformer.api.Status;
import insideinformer.client.Client;
import insideinformer.client.DiscoveredResource;
import insideinformer.client.ResourceClient;
import insideinformer.client.Watch;
import insideinformer.wait.Context;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import tools.jackson.databind.node.ObjectNode;

/**
 * Stands in for a server and its client in tests: has a {@link FakeControllerSource} for each kind, and records the
 * lists, watches and status writes that it gets. It has no other verbs and no discovery.
 *
 * <p>All methods can be called from any thread.
 */
public final class FakeCluster implements Client {

    /** @param verb {@code list} or {@code watch} */
    public record Call(String verb, GroupVersionResource resource, String namespace, ListOptions options) {}

    /** Answers the write of a quota's status: to return accepts the write, to throw refuses it. */
    @FunctionalInterface
    public interface Writes {
        void meet(ResourceQuota quota) throws IOException, InterruptedException;
    }

    private final Map<GroupVersionResource, FakeControllerSource<?>> sources = new ConcurrentHashMap<>();
    private final List<Call> calls = new CopyOnWriteArrayList<>();
    private final List<ResourceQuota> written = new CopyOnWriteArrayList<>();
    private volatile Writes writes = quota -> {};

    /** The server's side of one kind. */
    @SuppressWarnings("unchecked") // each source stands under its own resource
    public <T extends KubernetesObject> FakeControllerSource<T> source(ApiResource<T> resource) {
        return (FakeControllerSource<T>) sources.computeIfAbsent(resource.gvr(), gvr ->
                new FakeControllerSource<T>((object, metadata) -> withMetadata(resource, object, metadata)));
    }

    private static <T extends KubernetesObject> T withMetadata(ApiResource<T> resource, T object, ObjectMeta metadata) {
        ObjectNode tree = Json.MAPPER.valueToTree(object);
        tree.set("metadata", Json.MAPPER.valueToTree(metadata));
        return Json.MAPPER.treeToValue(tree, resource.type());
    }

    /** Every list and watch. */
    public List<Call> calls() {
        return calls;
    }

    /** Every status write, accepted or not. */
    public List<ResourceQuota> written() {
        return written;
    }

    public void answerWrites(Writes answer) {
        writes = answer;
    }

    public static ApiException refusal(int code, String reason) {
        return new ApiException(new Status("v1", "Status", null, "Failure", reason + " in this test", reason, null,
                code, Map.of()));
    }

    @Override
    public <T extends KubernetesObject> ResourceClient<T> resource(ApiResource<T> resource) {
        return new Resource<>(resource, "");
    }

    @Override
    public List<DiscoveredResource> serverPreferredResources(Context context) {
        throw new UnsupportedOperationException("this cluster has no discovery");
    }

    @Override
    public void close() {}

    private final class Resource<T extends KubernetesObject> implements ResourceClient<T> {

        private final ApiResource<T> resource;
        private final String namespace;

        Resource(ApiResource<T> resource, String namespace) {
            this.resource = resource;
            this.namespace = namespace;
        }

        @Override
        public ApiResource<T> resource() {
            return resource;
        }

        @Override
        public ResourceClient<T> inNamespace(String other) {
            return new Resource<>(resource, other);
        }

        @Override
        public KubernetesList<T> list(Context context, ListOptions options) throws IOException, InterruptedException {
            calls.add(new Call("list", resource.gvr(), namespace, options));
            return source(resource).list(context, options);
        }

        @Override
        public Watch<T> watch(Context context, ListOptions options) {
            calls.add(new Call("watch", resource.gvr(), namespace, options));
            return source(resource).watch(context, options);
        }

        @Override
        public T updateStatus(Context context, T object) throws IOException, InterruptedException {
            written.add((ResourceQuota) object);
            writes.meet((ResourceQuota) object);
            return source(resource).modify(object);
        }

        @Override
        public T get(Context context, String name) {
            throw new UnsupportedOperationException("this cluster gets nothing");
        }

        @Override
        public T create(Context context, T object) {
            throw new UnsupportedOperationException("this cluster creates nothing; add the object to its source");
        }

        @Override
        public T update(Context context, T object) {
            throw new UnsupportedOperationException("this cluster updates statuses only");
        }

        @Override
        public void delete(Context context, String name) {
            throw new UnsupportedOperationException("this cluster deletes nothing; delete the object from its source");
        }
    }
}
