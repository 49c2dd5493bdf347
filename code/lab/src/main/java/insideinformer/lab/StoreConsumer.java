package insideinformer.lab;

import insideinformer.api.Pod;
import insideinformer.deltafifo.Delta;
import insideinformer.deltafifo.Deltas;
import insideinformer.store.Store;
import insideinformer.store.StoreException;

/** The least that can stand behind a queue: carries what is popped into a store. */
public final class StoreConsumer {

    private StoreConsumer() {}

    // tag::carryInto[]
    public static void carryInto(Store<Pod> store, Deltas<Pod> deltas) throws StoreException {
        for (Delta<Pod> delta : deltas) {
            switch (delta.type()) {
                case DELETED -> store.delete(delta.object());
                case ADDED, UPDATED, REPLACED, SYNC -> store.update(delta.object().object().orElseThrow());
            }
        }
    }
    // end::carryInto[]
}
