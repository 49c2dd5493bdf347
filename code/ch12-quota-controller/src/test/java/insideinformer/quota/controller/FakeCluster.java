package insideinformer.quota.controller;

import insideinformer.api.ApiException;
import insideinformer.api.ApiResource;
import insideinformer.api.GroupVersionResource;
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
import insideinformer.controller.testing.FakeControllerSource;
import insideinformer.json.Json;
import insideinformer.wait.Context;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import tools.jackson.databind.node.ObjectNode;

/** A server in memory: a source a kind, and a list of the statuses that were written. */
final class FakeCluster implements Client {

    /** What a write of a status gets for an answer: returning takes it, throwing refuses it. */
    @FunctionalInterface
    interface Writes {
        void meet(ResourceQuota quota) throws IOException, InterruptedException;
    }

    private final Map<GroupVersionResource, FakeControllerSource<?>> sources = new ConcurrentHashMap<>();
    private final AtomicReference<Writes> writes = new AtomicReference<>(quota -> {});

    /** Every status write that was tried. */
    final List<ResourceQuota> written = new CopyOnWriteArrayList<>();

    void answerWrites(Writes answer) {
        writes.set(answer);
    }

    static ApiException refusal(int code, String reason) {
        return new ApiException(new Status("v1", "Status", null, "Failure", reason + " in this test", reason, null,
                code, Map.of()));
    }

    @SuppressWarnings("unchecked") // put in as such
    <T extends KubernetesObject> FakeControllerSource<T> source(ApiResource<T> resource) {
        return (FakeControllerSource<T>) sources.computeIfAbsent(resource.gvr(), gvr ->
                new FakeControllerSource<T>((object, metadata) -> withMetadata(resource, object, metadata)));
    }

    private static <T extends KubernetesObject> T withMetadata(ApiResource<T> resource, T object, ObjectMeta metadata) {
        ObjectNode tree = Json.MAPPER.valueToTree(object);
        tree.set("metadata", Json.MAPPER.valueToTree(metadata));
        return Json.MAPPER.treeToValue(tree, resource.type());
    }

    @Override
    public <T extends KubernetesObject> ResourceClient<T> resource(ApiResource<T> resource) {
        return new Resource<>(resource);
    }

    @Override
    public List<DiscoveredResource> serverPreferredResources(Context context) {
        throw new UnsupportedOperationException("tests give the controller a discovery of their own");
    }

    @Override
    public void close() {}

    private final class Resource<T extends KubernetesObject> implements ResourceClient<T> {
        private final ApiResource<T> resource;

        private Resource(ApiResource<T> resource) {
            this.resource = resource;
        }

        @Override
        public ApiResource<T> resource() {
            return resource;
        }

        @Override
        public ResourceClient<T> inNamespace(String namespace) {
            return this;
        }

        @Override
        public KubernetesList<T> list(Context context, ListOptions options) throws IOException, InterruptedException {
            return source(resource).list(context, options);
        }

        @Override
        public Watch<T> watch(Context context, ListOptions options) {
            return source(resource).watch(context, options);
        }

        @Override
        public T updateStatus(Context context, T object) throws IOException, InterruptedException {
            written.add((ResourceQuota) object);
            writes.get().meet((ResourceQuota) object);
            return source(resource).modify(object);
        }

        @Override
        public T get(Context context, String name) {
            throw new UnsupportedOperationException("the controller reads from its caches only");
        }

        @Override
        public T create(Context context, T object) {
            throw new UnsupportedOperationException("the controller creates nothing");
        }

        @Override
        public T update(Context context, T object) {
            throw new UnsupportedOperationException("the controller writes statuses only");
        }

        @Override
        public void delete(Context context, String name) {
            throw new UnsupportedOperationException("the controller deletes nothing");
        }
    }
}
