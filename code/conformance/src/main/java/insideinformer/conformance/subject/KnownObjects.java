package insideinformer.conformance.subject;

import insideinformer.api.ConfigMap;
import insideinformer.conformance.trace.TraceJson;
import insideinformer.deltafifo.Delta;
import insideinformer.deltafifo.DeltaType;
import insideinformer.deltafifo.Deltas;
import insideinformer.store.DeletedFinalStateUnknown;
import insideinformer.store.DeltaObject;
import insideinformer.store.KeyException;
import insideinformer.store.KeyListerGetter;
import insideinformer.store.Keys;
import insideinformer.store.LookupException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The objects behind a queue. The trace decides their order and which look-ups fail. */
public final class KnownObjects implements KeyListerGetter<ConfigMap> {

    private record Entry(@Nullable ConfigMap object, String lookup) {}

    private final Map<String, Entry> entries = new LinkedHashMap<>();

    /** Adds an entry, or replaces the entry with the same key. */
    public void put(JsonNode json) {
        JsonNode object = json.path("object");
        entries.put(
                TraceJson.text(json, "key"),
                new Entry(object.isMissingNode() ? null : ConfigMaps.live(object), json.path("lookup").asString("")));
    }

    public void remove(String key) {
        entries.remove(key);
    }

    @Override
    public List<String> listKeys() {
        return List.copyOf(entries.keySet());
    }

    @Override
    public Optional<ConfigMap> getByKey(String key) throws LookupException {
        Entry entry = entries.get(key);
        if (entry == null || entry.lookup().equals("missing")) {
            return Optional.empty();
        }
        if (entry.lookup().equals("failing")) {
            throw new LookupException("the key " + key + " cannot be looked up", null);
        }
        return Optional.ofNullable(entry.object());
    }

    /** Does to the entries what a store behind the queue would do with popped deltas. */
    public void apply(Deltas<ConfigMap> deltas) throws KeyException {
        for (Delta<ConfigMap> delta : deltas) {
            switch (delta.object()) {
                case DeletedFinalStateUnknown<ConfigMap> tombstone -> entries.remove(tombstone.key());
                case DeltaObject.Live<ConfigMap> live -> apply(delta.type(), live.value());
            }
        }
    }

    private void apply(DeltaType type, ConfigMap object) throws KeyException {
        if ("bad".equals(object.metadata().name())) {
            return;
        }
        String key = Keys.objectToName(object).toString();
        if (type == DeltaType.DELETED) {
            entries.remove(key);
        } else {
            entries.put(key, new Entry(object, ""));
        }
    }
}
