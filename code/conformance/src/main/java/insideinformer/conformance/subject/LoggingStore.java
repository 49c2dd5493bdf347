package insideinformer.conformance.subject;

import insideinformer.api.KubernetesObject;
import insideinformer.conformance.trace.Difference;
import insideinformer.reflector.ReflectorBookmarkStore;
import insideinformer.reflector.ResourceVersionUpdater;
import insideinformer.store.DeltaObject;
import insideinformer.store.ReflectorStore;
import insideinformer.store.StoreException;
import insideinformer.store.TransformFunc;
import insideinformer.store.TransformingStore;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.BooleanNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/** A store that holds nothing. It logs every call, and the trace says which calls fail. */
final class LoggingStore
        implements TransformingStore<KubernetesObject>, ReflectorBookmarkStore, ResourceVersionUpdater {

    /**
     * What the store can do.
     *
     * @param failures which calls of an operation fail, counted from 1
     */
    record Config(
            boolean bookmark, boolean updateResourceVersion, boolean transform,
            @Nullable Map<String, List<Integer>> failures) {}

    private final Config config;
    private final ReflectorLog log;
    private final BooleanSupplier fromStream;
    private final Map<String, Integer> calls = new HashMap<>(); // only one thread at a time calls an operation

    private LoggingStore(Config config, ReflectorLog log, BooleanSupplier fromStream) {
        this.config = config;
        this.log = log;
        this.fromStream = fromStream;
    }

    /**
     * Makes a store that has those optional interfaces that the trace names.
     *
     * @param fromStream whether the state that the store gets now has no order
     */
    @SuppressWarnings("unchecked") // its handler is a store of this type
    static ReflectorStore<KubernetesObject> make(Config config, ReflectorLog log, BooleanSupplier fromStream) {
        LoggingStore store = new LoggingStore(config, log, fromStream);
        List<Class<?>> interfaces = new ArrayList<>(List.of(ReflectorStore.class));
        if (config.bookmark()) {
            interfaces.add(ReflectorBookmarkStore.class);
        }
        if (config.updateResourceVersion()) {
            interfaces.add(ResourceVersionUpdater.class);
        }
        if (config.transform()) {
            interfaces.add(TransformingStore.class);
        }
        return (ReflectorStore<KubernetesObject>) Proxy.newProxyInstance(
                LoggingStore.class.getClassLoader(), interfaces.toArray(Class<?>[]::new), (proxy, method, args) -> {
                    try {
                        return method.invoke(store, args);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private void write(String op, JsonNode value) throws StoreException {
        int call = calls.merge(op, 1, Integer::sum);
        boolean failed = config.failures() != null
                && config.failures().getOrDefault(op, List.of()).contains(call);
        ObjectNode entry = Difference.object();
        entry.set(op, value);
        if (failed) {
            entry.put("failed", true);
        }
        log.add(entry);
        if (failed) {
            throw new StoreException("the scripted failure of " + op, null);
        }
    }

    @Override
    public void add(KubernetesObject object) throws StoreException {
        write("add", StringNode.valueOf(ScriptedObjects.text(object)));
    }

    @Override
    public void update(KubernetesObject object) throws StoreException {
        write("update", StringNode.valueOf(ScriptedObjects.text(object)));
    }

    @Override
    public void delete(DeltaObject<KubernetesObject> object) throws StoreException {
        String text = switch (object) {
            case DeltaObject.Live<KubernetesObject> live -> ScriptedObjects.text(live.value());
            default -> "no live object: " + object;
        };
        write("delete", StringNode.valueOf(text));
    }

    @Override
    public void replace(List<KubernetesObject> list, String resourceVersion) throws StoreException {
        boolean anyOrder = fromStream.getAsBoolean();
        ObjectNode replace = Difference.object();
        ArrayNode items = replace.putArray("items");
        List<String> texts = list.stream().map(ScriptedObjects::text).toList();
        (anyOrder ? texts.stream().sorted() : texts.stream()).forEach(items::add);
        replace.put("resourceVersion", resourceVersion);
        if (anyOrder) {
            replace.put("anyOrder", true);
        }
        write("replace", replace);
    }

    @Override
    public void resync() throws StoreException {
        write("resync", BooleanNode.TRUE);
    }

    @Override
    public void bookmark(String resourceVersion) throws StoreException {
        write("bookmark", StringNode.valueOf(resourceVersion));
    }

    @Override
    public void updateResourceVersion(String resourceVersion) {
        log.add("updateResourceVersion", StringNode.valueOf(resourceVersion));
    }

    @Override
    public Optional<TransformFunc<KubernetesObject>> transformer() {
        return Optional.of(ScriptedObjects::transformed);
    }
}
