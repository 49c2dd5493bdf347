package insideinformer.factory;

import insideinformer.api.ApiResource;
import insideinformer.api.ConfigMap;
import insideinformer.api.GroupVersionResource;
import insideinformer.api.KubernetesList;
import insideinformer.api.KubernetesObject;
import insideinformer.api.ListOptions;
import insideinformer.api.Namespace;
import insideinformer.api.ObjectMeta;
import insideinformer.api.Pod;
import insideinformer.api.ResourceQuota;
import insideinformer.api.Service;
import insideinformer.client.Client;
import insideinformer.client.DiscoveredResource;
import insideinformer.client.ResourceClient;
import insideinformer.client.Watch;
import insideinformer.controller.testing.FakeControllerSource;
import insideinformer.wait.Context;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A client whose every resource is a {@link FakeControllerSource}, and which writes down the calls that arrive there.
 */
final class FakeClient implements Client {

    /** @param verb {@code list} or {@code watch} */
    record Call(String verb, GroupVersionResource resource, String namespace, ListOptions options) {}

    final List<Call> calls = new CopyOnWriteArrayList<>();
    final FakeControllerSource<Pod> pods = new FakeControllerSource<>(
            (p, meta) -> new Pod(p.apiVersion(), p.kind(), meta, p.spec(), p.status(), p.unknown()));
    final FakeControllerSource<Service> services = new FakeControllerSource<>(
            (s, meta) -> new Service(s.apiVersion(), s.kind(), meta, s.spec(), s.unknown()));
    final FakeControllerSource<ConfigMap> configMaps = new FakeControllerSource<>(
            (c, meta) -> new ConfigMap(c.apiVersion(), c.kind(), meta, c.data(), c.unknown()));
    final FakeControllerSource<ResourceQuota> quotas = new FakeControllerSource<>(
            (q, meta) -> new ResourceQuota(q.apiVersion(), q.kind(), meta, q.spec(), q.status(), q.unknown()));
    final FakeControllerSource<Namespace> namespaces = new FakeControllerSource<>(
            (n, meta) -> new Namespace(n.apiVersion(), n.kind(), meta, n.status(), n.unknown()));

    private final Map<ApiResource<?>, FakeControllerSource<?>> sources = new HashMap<>(Map.of(
            ApiResource.PODS, pods, ApiResource.SERVICES, services, ApiResource.CONFIG_MAPS, configMaps,
            ApiResource.RESOURCE_QUOTAS, quotas, ApiResource.NAMESPACES, namespaces));

    static Pod pod(String namespace, String name, Map<String, String> labels) {
        return new Pod("v1", "Pod", ObjectMeta.named(namespace, name).withLabels(labels), null, null, Map.of());
    }

    static Namespace namespace(String name) {
        return new Namespace("v1", "Namespace", ObjectMeta.named("", name), null, Map.of());
    }

    long count(String verb, ApiResource<?> resource) {
        return calls.stream().filter(c -> c.verb().equals(verb) && c.resource().equals(resource.gvr())).count();
    }

    @Override
    public <T extends KubernetesObject> ResourceClient<T> resource(ApiResource<T> resource) {
        return new FakeResourceClient<>(resource, "");
    }

    @SuppressWarnings("unchecked") // each source stands under its own resource
    private <T extends KubernetesObject> FakeControllerSource<T> sourceOf(ApiResource<T> resource) {
        return (FakeControllerSource<T>) sources.get(resource);
    }

    @Override
    public List<DiscoveredResource> serverPreferredResources(Context context) {
        return List.of();
    }

    @Override
    public void close() {}

    private final class FakeResourceClient<T extends KubernetesObject> implements ResourceClient<T> {

        private final ApiResource<T> resource;
        private final String namespace;

        FakeResourceClient(ApiResource<T> resource, String namespace) {
            this.resource = resource;
            this.namespace = namespace;
        }

        @Override
        public ApiResource<T> resource() {
            return resource;
        }

        @Override
        public ResourceClient<T> inNamespace(String other) {
            return new FakeResourceClient<>(resource, other);
        }

        @Override
        public KubernetesList<T> list(Context context, ListOptions options) throws IOException, InterruptedException {
            calls.add(new Call("list", resource.gvr(), namespace, options));
            return sourceOf(resource).list(context, options);
        }

        @Override
        public Watch<T> watch(Context context, ListOptions options) {
            calls.add(new Call("watch", resource.gvr(), namespace, options));
            return sourceOf(resource).watch(context, options);
        }

        @Override
        public T get(Context context, String name) {
            throw new UnsupportedOperationException("informers do not get");
        }

        @Override
        public T create(Context context, T object) {
            throw new UnsupportedOperationException("informers do not create");
        }

        @Override
        public T update(Context context, T object) {
            throw new UnsupportedOperationException("informers do not update");
        }

        @Override
        public T updateStatus(Context context, T object) {
            throw new UnsupportedOperationException("informers do not update a status");
        }

        @Override
        public void delete(Context context, String name) {
            throw new UnsupportedOperationException("informers do not delete");
        }
    }
}
