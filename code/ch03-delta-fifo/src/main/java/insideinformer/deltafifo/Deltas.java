package insideinformer.deltafifo;

import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/**
 * The changes of one object, oldest first. The list is an unmodifiable copy.
 *
 * <p>Upstream: {@code tools/cache/delta_fifo.go, Deltas}.
 */
public record Deltas<T>(List<Delta<T>> list) implements Iterable<Delta<T>> {

    public Deltas {
        list = List.copyOf(list);
    }

    /** Empty if there is none. */
    public Optional<Delta<T>> oldest() {
        return list.isEmpty() ? Optional.empty() : Optional.of(list.getFirst());
    }

    /** Empty if there is none. */
    public Optional<Delta<T>> newest() {
        return list.isEmpty() ? Optional.empty() : Optional.of(list.getLast());
    }

    @Override
    public Iterator<Delta<T>> iterator() {
        return list.iterator();
    }
}
