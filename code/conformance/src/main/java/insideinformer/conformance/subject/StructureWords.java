package insideinformer.conformance.subject;

import insideinformer.api.ApiErrors;
import insideinformer.api.ApiException;
import insideinformer.deltafifo.FIFOClosedException;
import insideinformer.deltafifo.ZeroLengthDeltasException;
import insideinformer.store.IndexException;
import insideinformer.store.IndexerConflictException;
import insideinformer.store.KeyError;
import insideinformer.store.KeyException;
import insideinformer.store.KeyFormatException;
import insideinformer.store.NoSuchIndexException;
import insideinformer.store.TransformException;
import java.util.Optional;

/** The words that traces use for failures of keys, stores and queues. */
final class StructureWords {

    private StructureWords() {}

    static Optional<String> of(Throwable failure) {
        return Optional.ofNullable(switch (failure) {
            case KeyError e when e.getCause() instanceof ZeroLengthDeltasException -> "zero-length-deltas";
            case KeyError e -> "key-error";
            case ConfigMaps.BadNameException e -> "key-function";
            case KeyFormatException e -> "key-format";
            case KeyException e when e.getCause() instanceof IndexException -> "index-function";
            case KeyException e when e.getMessage().startsWith("object has no meta: ") -> "no-meta";
            case KeyException e when e.getMessage().startsWith("too many keys: ") -> "too-many-keys";
            case KeyException e when e.getMessage().startsWith("unexpected empty indexKeys") -> "no-keys";
            case TransformException e -> "transform";
            case NoSuchIndexException e -> "no-such-index";
            case IndexException e -> "index-function";
            case IndexerConflictException e -> "indexer-conflict";
            case FIFOClosedException e -> "closed";
            case ApiException e when ApiErrors.isNotFound(e) -> "not-found";
            default -> null;
        });
    }
}
