import insideinformer.deltafifo.Delta;
import insideinformer.deltafifo.DeltaType;
import insideinformer.deltafifo.Deltas;
import insideinformer.store.DeletedFinalStateUnknown;
import insideinformer.store.DeltaObject.Live;
import insideinformer.store.KeyListerGetter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What Lantern believes to be running: the known objects of the queue. Given: nothing to do here. */
final class PodCache implements KeyListerGetter<Pod> {

    private final Map<String, Pod> pods = new LinkedHashMap<>();

    /** What {@code pop} calls: {@code queue.pop(cache::apply)}. */
    void apply(Deltas<Pod> deltas) {
        for (Delta<Pod> delta : deltas) {
            String name = switch (delta.object()) {
                case Live<Pod> live -> live.value().name();
                case DeletedFinalStateUnknown<Pod> tombstone -> tombstone.key();
            };
            if (delta.type() == DeltaType.DELETED) {
                pods.remove(name);
            } else {
                delta.object().object().ifPresent(pod -> pods.put(name, pod));
            }
        }
    }

    List<Pod> pods() {
        return new ArrayList<>(pods.values());
    }

    @Override
    public List<String> listKeys() {
        return new ArrayList<>(pods.keySet());
    }

    @Override
    public Optional<Pod> getByKey(String key) {
        return Optional.ofNullable(pods.get(key));
    }
}
