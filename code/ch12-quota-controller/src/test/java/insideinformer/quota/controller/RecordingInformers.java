package insideinformer.quota.controller;

import insideinformer.api.ApiResource;
import insideinformer.api.GroupVersionResource;
import insideinformer.api.KubernetesObject;
import insideinformer.factory.GenericInformer;
import insideinformer.factory.SharedInformerFactory;
import insideinformer.quota.monitor.InformerFactory;
import insideinformer.sharedinformer.SharedIndexInformer;
import insideinformer.store.GenericLister;
import insideinformer.wait.Context;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/** A factory's informers, noting on which the monitor has a handler; may refuse resources. */
final class RecordingInformers implements InformerFactory {

    private final SharedInformerFactory factory;
    private final Set<String> watched = ConcurrentHashMap.newKeySet();
    private final Set<GroupVersionResource> refused = ConcurrentHashMap.newKeySet();

    RecordingInformers(SharedInformerFactory factory) {
        this.factory = factory;
    }

    void refuse(ApiResource<?> resource) {
        refused.add(resource.gvr());
    }

    void refuseNothing() {
        refused.clear();
    }

    /** Where there is a handler now. */
    Set<String> watched() {
        return new TreeSet<>(watched);
    }

    @Override
    public <T extends KubernetesObject> GenericInformer<T> forResource(ApiResource<T> resource) {
        if (refused.contains(resource.gvr())) {
            throw new IllegalArgumentException("refused in this test");
        }
        GenericInformer<T> informer = factory.forResource(resource);
        SharedIndexInformer<T> observed = observed(informer.informer(), resource.gvr().resource());
        return new GenericInformer<>() {
            @Override
            public SharedIndexInformer<T> informer() {
                return observed;
            }

            @Override
            public GenericLister<T> lister() {
                return informer.lister();
            }
        };
    }

    @SuppressWarnings("unchecked") // the proxy implements nothing else
    private <T extends KubernetesObject> SharedIndexInformer<T> observed(SharedIndexInformer<T> informer, String name) {
        return (SharedIndexInformer<T>) Proxy.newProxyInstance(
                SharedIndexInformer.class.getClassLoader(), new Class<?>[] {SharedIndexInformer.class}, (proxy,
                        method, arguments) -> {
                    if (method.getName().startsWith("addEventHandler")) {
                        watched.add(name);
                    }
                    if (method.getName().equals("removeEventHandler")) {
                        watched.remove(name);
                    }
                    try {
                        return method.invoke(informer, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    @Override
    public void start(Context stop) {
        factory.start(stop);
    }
}
