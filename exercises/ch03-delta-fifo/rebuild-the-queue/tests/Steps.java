import insideinformer.course.check.Promised;
import insideinformer.deltafifo.FIFOClosedException;
import insideinformer.store.DeletedFinalStateUnknown;
import insideinformer.store.DeltaObject.Live;
import insideinformer.store.KeyListerGetter;
import insideinformer.store.LookupException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A queue, what was done to it, and what the cache knows. */
final class Steps {

    private final List<String> done = new ArrayList<>();
    private final Set<String> known = new HashSet<>();
    private boolean lookupFails;
    private boolean asked;
    private Runnable atLookup = () -> {};

    final LanternQueue queue = new LanternQueue(new KeyListerGetter<>() {
        @Override
        public List<String> listKeys() {
            return List.copyOf(known);
        }

        @Override
        public Optional<Pod> getByKey(String key) throws LookupException {
            asked = true;
            atLookup.run();
            if (lookupFails) {
                throw new LookupException("the cache cannot be read", null);
            }
            return known.contains(key) ? Optional.of(new Pod(key, 1)) : Optional.empty();
        }
    });

    Steps known(String name) {
        done.add("(the cache knows " + name + ")");
        known.add(name);
        return this;
    }

    Steps lookupFails() {
        done.add("(the cache cannot be read)");
        lookupFails = true;
        return this;
    }

    /** Happens each time the cache is asked. */
    Steps atLookup(Runnable action) {
        atLookup = action;
        return this;
    }

    Steps add(String name, int version) {
        done.add("add " + name + " v" + version);
        queue.add(new Pod(name, version));
        return this;
    }

    Steps update(String name, int version) {
        done.add("update " + name + " v" + version);
        queue.update(new Pod(name, version));
        return this;
    }

    Steps delete(String name, int version) {
        done.add("delete " + name + " v" + version);
        queue.delete(new Live<>(new Pod(name, version)));
        return this;
    }

    Steps deleteTombstone(String name, int version) {
        done.add("delete " + name + " tombstone v" + version);
        queue.delete(new DeletedFinalStateUnknown<>(name, Optional.of(new Pod(name, version))));
        return this;
    }

    Steps deleteEmptyTombstone(String name) {
        done.add("delete " + name + " tombstone of nothing");
        queue.delete(new DeletedFinalStateUnknown<>(name, Optional.empty()));
        return this;
    }

    Steps pop() throws FIFOClosedException {
        done.add("pop");
        queue.pop(deltas -> {});
        return this;
    }

    Steps close() {
        done.add("close");
        queue.close();
        return this;
    }

    /** One more step that a test takes by itself. */
    Steps then(String step) {
        done.add(step);
        return this;
    }

    void leave(String contents) {
        Promised.equal(did(), contents, queue.contents());
    }

    void leaveNothingBecauseTheCacheDoesNotKnowIt() {
        String contents = queue.contents();
        Promised.equal(did(), "nothing", contents.equals("nothing") ? contents
                : contents + (asked ? ", although the cache does not know it" : ", and the cache was not asked"));
    }

    /** Whether another thread can add something now. */
    String addOnAnotherThread() {
        Thread adding = Thread.ofPlatform().daemon().start(() -> queue.add(new Pod("search", 1)));
        while (adding.isAlive() && adding.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        return adding.isAlive() ? "the add waits" : "the add went through";
    }

    String did() {
        return String.join(", ", done);
    }
}
