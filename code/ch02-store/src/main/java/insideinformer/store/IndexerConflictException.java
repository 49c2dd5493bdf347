package insideinformer.store;

import java.util.Set;

/** New indexers have names that are taken. */
public final class IndexerConflictException extends StoreException {

    public IndexerConflictException(Set<String> names) {
        super("indexer conflict: " + names + " exist already; choose other names", null);
    }
}
