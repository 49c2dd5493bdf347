package insideinformer.apiserver.store;

import java.util.ArrayList;
import java.util.List;

/**
 * The last writes, by revision. The lock of the store guards it.
 *
 * <p>Upstream: {@code apiserver/pkg/storage/cacher/watch_cache.go, watchCache}, its cyclic buffer.
 */
final class History {

    private final int limit;
    private final List<Change> changes = new ArrayList<>();
    private int dropped; // leading entries of changes that are compacted but not yet cut off
    private long revision;
    private long compacted;

    /** @param limit how many changes are kept at most */
    History(int limit) {
        this.limit = limit;
    }

    /** The revision of the newest write. */
    long revision() {
        return revision;
    }

    /** The oldest revision whose state is still known. The first change that is kept is the next one. */
    long oldest() {
        return compacted;
    }

    /** @param change has the next revision */
    void add(Change change) {
        revision++;
        if (change.revision() != revision) {
            throw new IllegalStateException("I1: the change " + change + " comes after revision " + (revision - 1));
        }
        changes.add(change);
        compact(revision - limit);
    }

    Change removeLast() {
        revision--;
        return changes.removeLast();
    }

    /** @param at a revision above {@link #oldest} and up to {@link #revision} */
    Change change(long at) {
        return changes.get(dropped + (int) (at - compacted - 1));
    }

    /** Forgets the changes up to {@code upTo}. */
    void compact(long upTo) {
        if (upTo <= compacted) {
            return;
        }
        dropped += (int) (upTo - compacted);
        compacted = upTo;
        // moving the rest down costs as much as the rest holds, so it waits until more goes than stays
        if (dropped > changes.size() / 2) {
            changes.subList(0, dropped).clear();
            dropped = 0;
        }
    }

    void requireKept(long at) throws RevisionGoneException {
        if (at < compacted) {
            throw new RevisionGoneException(at, compacted);
        }
    }
}
