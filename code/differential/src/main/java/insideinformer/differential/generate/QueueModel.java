package insideinformer.differential.generate;

import insideinformer.api.ConfigMap;
import insideinformer.api.ObjectMeta;
import insideinformer.conformance.subject.KnownObjects;
import insideinformer.conformance.subject.Transformation;
import insideinformer.deltafifo.Delta;
import insideinformer.deltafifo.DeltaType;
import insideinformer.deltafifo.Deltas;
import insideinformer.store.DeletedFinalStateUnknown;
import insideinformer.store.DeltaObject;
import insideinformer.store.KeyException;
import insideinformer.store.LookupException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A model of a DeltaFIFO that knows which keys wait. The generator needs it, because a pop of an empty queue would
 * never return. It takes no part in the comparison: if it is wrong, the original waits, and the recorder reports that.
 */
final class QueueModel {

    private final @Nullable String badName;
    private final @Nullable Transformation transformer;
    private final @Nullable KnownObjects known;
    private final boolean consumerApplies;
    private final Map<String, List<Delta<ConfigMap>>> queue = new LinkedHashMap<>();

    /** A write that fails in the middle. */
    private static final class RefusedException extends Exception {}

    QueueModel(
            @Nullable String badName,
            @Nullable Transformation transformer,
            @Nullable KnownObjects known,
            boolean consumerApplies) {
        this.badName = badName;
        this.transformer = transformer;
        this.known = known;
        this.consumerApplies = consumerApplies;
    }

    int size() {
        return queue.size();
    }

    void write(DeltaType type, ConfigMap object) {
        try {
            queue(key(object), type, new DeltaObject.Live<>(transformed(object)));
        } catch (RefusedException e) {
            // nothing is queued
        }
    }

    void delete(DeltaObject<ConfigMap> object) {
        try {
            switch (object) {
                case DeletedFinalStateUnknown<ConfigMap> tombstone -> {
                    if (isQueuedOrKnown(tombstone.key())) {
                        queue(tombstone.key(), DeltaType.DELETED, tombstone);
                    }
                }
                case DeltaObject.Live<ConfigMap> live -> {
                    String key = key(live.value());
                    if (isQueuedOrKnown(key)) {
                        queue(key, DeltaType.DELETED, new DeltaObject.Live<>(transformed(live.value())));
                    }
                }
            }
        } catch (RefusedException e) {
            // nothing is queued
        }
    }

    void replace(List<ConfigMap> list) {
        Set<String> listed = new HashSet<>();
        try {
            for (ConfigMap object : list) {
                listed.add(key(object));
                queue(key(object), DeltaType.REPLACED, new DeltaObject.Live<>(transformed(object)));
            }
        } catch (RefusedException e) {
            return; // what came before stays queued
        }
        for (String key : List.copyOf(queue.keySet())) {
            if (!listed.contains(key)) {
                queue(key, DeltaType.DELETED, new DeletedFinalStateUnknown<>(key, Optional.empty()));
            }
        }
        for (String key : known == null ? List.<String>of() : known.listKeys()) {
            if (!listed.contains(key) && !queue.containsKey(key)) {
                queue(key, DeltaType.DELETED, new DeletedFinalStateUnknown<>(key, Optional.empty()));
            }
        }
    }

    void resync() {
        try {
            for (String knownKey : known == null ? List.<String>of() : known.listKeys()) {
                Optional<ConfigMap> object = look(knownKey);
                if (object.isPresent() && !queue.containsKey(key(object.get()))) {
                    queue(key(object.get()), DeltaType.SYNC, new DeltaObject.Live<>(object.get()));
                }
            }
        } catch (RefusedException e) {
            // the rest is not visited
        }
    }

    void pop(boolean endsWell) {
        Map.Entry<String, List<Delta<ConfigMap>>> first = queue.entrySet().iterator().next();
        queue.remove(first.getKey());
        if (endsWell && consumerApplies && known != null) {
            try {
                known.apply(new Deltas<>(first.getValue()));
            } catch (KeyException e) {
                throw new IllegalStateException("a ConfigMap has metadata", e);
            }
        }
    }

    private void queue(String key, DeltaType type, DeltaObject<ConfigMap> object) {
        List<Delta<ConfigMap>> deltas = queue.computeIfAbsent(key, k -> new ArrayList<>());
        if (type == DeltaType.DELETED && !deltas.isEmpty() && deltas.getLast().type() == DeltaType.DELETED) {
            if (deltas.getLast().object() instanceof DeltaObject.Live<ConfigMap>) {
                return;
            }
            deltas.removeLast();
        }
        deltas.add(new Delta<>(type, object));
    }

    private boolean isQueuedOrKnown(String key) {
        if (known == null || queue.containsKey(key)) {
            return queue.containsKey(key);
        }
        try {
            return known.getByKey(key).isPresent();
        } catch (LookupException e) {
            return true;
        }
    }

    private Optional<ConfigMap> look(String key) {
        try {
            return known == null ? Optional.empty() : known.getByKey(key);
        } catch (LookupException e) {
            return Optional.empty();
        }
    }

    private String key(ConfigMap object) throws RefusedException {
        ObjectMeta meta = object.metadata();
        if (meta.name() != null && meta.name().equals(badName)) {
            throw new RefusedException();
        }
        String name = meta.name() == null ? "" : meta.name();
        return meta.namespace() == null ? name : meta.namespace() + "/" + name;
    }

    private ConfigMap transformed(ConfigMap object) throws RefusedException {
        try {
            return transformer == null ? object : transformer.transform(object);
        } catch (Transformation.RefusedException e) {
            throw new RefusedException();
        }
    }
}
