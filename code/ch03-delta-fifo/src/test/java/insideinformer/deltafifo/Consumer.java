package insideinformer.deltafifo;

import insideinformer.store.DeletedFinalStateUnknown;
import insideinformer.store.DeltaObject;
import insideinformer.store.DeltaObject.Live;
import insideinformer.store.IndexFunc;
import insideinformer.store.Indexer;
import insideinformer.store.KeyException;
import insideinformer.store.KeyFunc;
import insideinformer.store.StoreException;
import insideinformer.store.Stores;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What stands behind a queue: carries deltas into a store and tells what a handler would be told. */
final class Consumer {

    private Consumer() {}

    static Indexer<Thing> store(Map<String, IndexFunc<Thing>> indexers) {
        return Stores.newIndexer(new KeyFunc<>() {
            @Override
            public String key(Thing thing) throws KeyException {
                return thing.key();
            }

            @Override
            public String deletionKey(DeltaObject<Thing> object) throws KeyException {
                return switch (object) {
                    case Live<Thing> live -> key(live.value());
                    case DeletedFinalStateUnknown<Thing> tombstone -> tombstone.key();
                };
            }
        }, indexers);
    }

    /** @return {@code ADD a1}, {@code UPD a1 a2}, {@code DEL a!2} */
    static List<String> apply(Deltas<Thing> deltas, Indexer<Thing> store) throws StoreException {
        List<String> told = new ArrayList<>();
        for (Delta<Thing> delta : deltas) {
            if (delta.type() == DeltaType.DELETED) {
                store.delete(delta.object());
                told.add("DEL " + Thing.text(delta.object()));
            } else {
                Thing thing = delta.object().object().orElseThrow();
                Optional<Thing> old = store.get(thing);
                store.update(thing);
                told.add(old.map(o -> "UPD " + o + " " + thing).orElse("ADD " + thing));
            }
        }
        return told;
    }
}
