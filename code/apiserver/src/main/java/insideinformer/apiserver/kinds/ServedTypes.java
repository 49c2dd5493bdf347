package insideinformer.apiserver.kinds;

import insideinformer.api.GroupVersionResource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The kinds that the server serves at the moment: the built-in kinds, and custom kinds that come and go. All methods
 * may be called from any thread.
 */
public final class ServedTypes {

    private final CopyOnWriteArrayList<ResourceType> types = new CopyOnWriteArrayList<>(BuiltInTypes.ALL);

    /** In the order in which discovery names them. */
    public List<ResourceType> all() {
        return List.copyOf(types);
    }

    public Optional<ResourceType> find(GroupVersionResource gvr) {
        return types.stream().filter(type -> type.gvr().equals(gvr)).findFirst();
    }

    public Optional<ResourceType> find(String kind, String apiVersion) {
        return types.stream().filter(t -> t.kind().equals(kind) && t.gvr().apiVersion().equals(apiVersion)).findFirst();
    }

    public boolean servesGroup(String group) {
        return types.stream().anyMatch(type -> type.gvr().group().equals(group));
    }

    /** Replaces a type of the same group, version and resource. */
    public void add(ResourceType type) {
        remove(type.gvr());
        types.add(type);
    }

    public void remove(GroupVersionResource gvr) {
        types.removeIf(type -> type.gvr().equals(gvr));
    }
}
