package insideinformer.deltafifo;

import insideinformer.store.DeletedFinalStateUnknown;
import insideinformer.store.DeltaObject.Live;
import insideinformer.store.KeyListerGetter;
import insideinformer.store.LookupException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Known objects with an order, as written in the text notation: {@code {a1 b1}}; {@code a1?} is listed but not found,
 * and {@code a1!!} fails when it is looked up.
 */
final class Known implements KeyListerGetter<Thing> {

    private record Entry(Thing thing, String lookup) {}

    private final Map<String, Entry> entries = new LinkedHashMap<>();

    static Known of(String text) {
        Known known = new Known();
        for (String word : text.replaceAll("[{}]", "").trim().split(" ")) {
            if (!word.isEmpty()) {
                Thing thing = Thing.of(word.replaceAll("[?!]", ""));
                known.entries.put(thing.name(), new Entry(thing, word.replaceAll("[^?!]", "")));
            }
        }
        return known;
    }

    /** What a consumer does with deltas: a deletion removes, everything else stores. */
    void apply(Deltas<Thing> deltas) {
        for (Delta<Thing> delta : deltas) {
            switch (delta.object()) {
                case DeletedFinalStateUnknown<Thing> tombstone -> entries.remove(tombstone.key());
                case Live<Thing> live when delta.type() == DeltaType.DELETED -> entries.remove(live.value().name());
                case Live<Thing> live -> put(live.value());
            }
        }
    }

    void put(Thing thing) {
        entries.put(thing.name(), new Entry(thing, ""));
    }

    @Override
    public List<String> listKeys() {
        return new ArrayList<>(entries.keySet());
    }

    @Override
    public Optional<Thing> getByKey(String key) throws LookupException {
        Entry entry = entries.get(key);
        if (entry == null || entry.lookup().equals("?")) {
            return Optional.empty();
        }
        if (entry.lookup().equals("!!")) {
            throw new LookupException("the lookup of " + key + " fails", null);
        }
        return Optional.of(entry.thing());
    }

    @Override
    public String toString() {
        return entries.values().stream().map(e -> e.thing().toString()).collect(Collectors.joining(" ", "{", "}"));
    }
}
