package insideinformer.quota.monitor;

import insideinformer.api.ApiResource;
import insideinformer.api.GroupVersionResource;
import insideinformer.api.KubernetesObject;
import insideinformer.api.ObjectMeta;
import insideinformer.controller.ResourceEventHandler;
import insideinformer.factory.GenericInformer;
import insideinformer.json.Json;
import insideinformer.sharedinformer.SharedIndexInformer;
import insideinformer.sharedinformer.SharedIndexInformerOptions;
import insideinformer.store.GenericLister;
import insideinformer.store.IndexFunc;
import insideinformer.testing.informers.FakeControllerSource;
import insideinformer.wait.Cancellable;
import insideinformer.wait.Context;
import insideinformer.wait.Group;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.node.ObjectNode;

/** Real informers over sources in memory, which note who adds and removes handlers. Closing stops what was started. */
final class FakeInformers implements InformerFactory, AutoCloseable {

    /** What was asked of one resource's informer. */
    static final class Seen {
        final List<ResourceEventHandler<?>> handlers = new CopyOnWriteArrayList<>();
        final List<Duration> resyncPeriods = new CopyOnWriteArrayList<>();
        final AtomicInteger removed = new AtomicInteger();
    }

    private record Entry<T extends KubernetesObject>(
            ApiResource<T> resource, FakeControllerSource<T> source, SharedIndexInformer<T> informer, Seen seen) {}

    private final Map<GroupVersionResource, Entry<?>> entries =
            new LinkedHashMap<>(); // by the thread of the test or under the monitor's lock
    private final Set<GroupVersionResource> running = new HashSet<>();
    private final Set<GroupVersionResource> refused = ConcurrentHashMap.newKeySet();
    private final Set<GroupVersionResource> handlersRefused = ConcurrentHashMap.newKeySet();
    private final AtomicInteger starts = new AtomicInteger();
    private final Cancellable end = Context.background().withCancel();
    private final Group threads = new Group();

    void refuse(ApiResource<?> resource) {
        refused.add(resource.gvr());
    }

    void refuseHandlersOf(ApiResource<?> resource) {
        handlersRefused.add(resource.gvr());
    }

    void refuseNothing() {
        refused.clear();
        handlersRefused.clear();
    }

    /** How often it was told to start. */
    int starts() {
        return starts.get();
    }

    Seen seen(ApiResource<?> resource) {
        return entry(resource).seen();
    }

    <T extends KubernetesObject> FakeControllerSource<T> source(ApiResource<T> resource) {
        return entry(resource).source();
    }

    /** The handler that was added last. */
    @SuppressWarnings("unchecked") // a resource's handlers are of its type
    <T extends KubernetesObject> ResourceEventHandler<T> handler(ApiResource<T> resource) {
        return (ResourceEventHandler<T>) seen(resource).handlers.getLast();
    }

    @Override
    public <T extends KubernetesObject> GenericInformer<T> forResource(ApiResource<T> resource) {
        if (refused.contains(resource.gvr())) {
            throw new IllegalArgumentException("no informer for this one");
        }
        SharedIndexInformer<T> informer = entry(resource).informer();
        return new GenericInformer<>() {
            @Override
            public SharedIndexInformer<T> informer() {
                return informer;
            }

            @Override
            public GenericLister<T> lister() {
                return new GenericLister<>(informer.getIndexer(), resource.gvr().groupResource());
            }
        };
    }

    @Override
    public void start(Context stop) {
        starts.incrementAndGet();
        for (Entry<?> entry : new ArrayList<>(entries.values())) {
            if (running.add(entry.resource().gvr())) {
                threads.start("fake informer", () -> entry.informer().run(end));
            }
        }
    }

    @SuppressWarnings("unchecked") // put in as such
    private <T extends KubernetesObject> Entry<T> entry(ApiResource<T> resource) {
        return (Entry<T>) entries.computeIfAbsent(resource.gvr(), gvr -> newEntry(resource));
    }

    private <T extends KubernetesObject> Entry<T> newEntry(ApiResource<T> resource) {
        FakeControllerSource<T> source = new FakeControllerSource<>((object, metadata) -> withMetadata(resource,
                object, metadata));
        SharedIndexInformer<T> informer = SharedIndexInformer.of(source, resource.type(),
                SharedIndexInformerOptions.<T>resyncing(Duration.ofHours(1))
                        .withIndexers(Map.of(IndexFunc.NAMESPACE_INDEX, IndexFunc.metaNamespaceIndexFunc())));
        Seen seen = new Seen();
        return new Entry<>(resource, source, observed(informer, resource, seen), seen);
    }

    private static <T extends KubernetesObject> T withMetadata(ApiResource<T> resource, T object, ObjectMeta metadata) {
        ObjectNode tree = Json.MAPPER.valueToTree(object);
        tree.set("metadata", Json.MAPPER.valueToTree(metadata));
        return Json.MAPPER.treeToValue(tree, resource.type());
    }

    @SuppressWarnings("unchecked") // the proxy implements nothing else
    private <T extends KubernetesObject> SharedIndexInformer<T> observed(
            SharedIndexInformer<T> informer, ApiResource<T> resource, Seen seen) {
        return (SharedIndexInformer<T>) Proxy.newProxyInstance(
                SharedIndexInformer.class.getClassLoader(), new Class<?>[] {SharedIndexInformer.class}, (proxy,
                        method, arguments) -> {
                    if (method.getName().equals("addEventHandlerWithResyncPeriod")) {
                        if (handlersRefused.contains(resource.gvr())) {
                            throw new IllegalStateException("it has stopped already");
                        }
                        seen.handlers.add((ResourceEventHandler<?>) arguments[0]);
                        seen.resyncPeriods.add((Duration) arguments[1]);
                    }
                    if (method.getName().equals("removeEventHandler")) {
                        seen.removed.incrementAndGet();
                    }
                    return call(informer, method, arguments);
                });
    }

    private static Object call(Object target, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    @Override
    public void close() {
        end.cancel();
        threads.awaitAll();
    }
}
