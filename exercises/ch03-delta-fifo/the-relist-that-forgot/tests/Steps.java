import insideinformer.course.check.Promised;
import insideinformer.deltafifo.FIFOClosedException;
import insideinformer.store.KeyListerGetter;
import insideinformer.store.LookupException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A queue with its cache, and what was done to it. */
final class Steps {

    private final List<String> done = new ArrayList<>();
    private final PodCache cache = new PodCache();
    private boolean lookupFails;
    private final LanternQueue queue = new LanternQueue(new KeyListerGetter<>() {
        @Override
        public List<String> listKeys() {
            return cache.listKeys();
        }

        @Override
        public Optional<Pod> getByKey(String key) throws LookupException {
            if (lookupFails) {
                throw new LookupException("the cache cannot be read", null);
            }
            return cache.getByKey(key);
        }
    });

    /** The cache has heard of these before. */
    Steps known(Pod... pods) throws FIFOClosedException {
        done.add("(the cache knows " + text(pods) + ")");
        for (Pod pod : pods) {
            queue.add(pod);
            queue.pop(cache::apply);
        }
        return this;
    }

    /** The cache still lists its keys, but it cannot say anything about them. */
    Steps lookupFails() {
        done.add("(the pods in the cache cannot be read)");
        lookupFails = true;
        return this;
    }

    Steps add(Pod pod) {
        done.add("add " + text(pod));
        queue.add(pod);
        return this;
    }

    Steps update(Pod pod) {
        done.add("update " + text(pod));
        queue.update(pod);
        return this;
    }

    Steps delete(Pod pod) {
        done.add("delete " + text(pod));
        queue.delete(pod);
        return this;
    }

    Steps replace(Pod... pods) {
        done.add(pods.length == 0 ? "replace all with nothing" : "replace all with " + text(pods));
        queue.replace(List.of(pods));
        return this;
    }

    private static String text(Pod... pods) {
        return Stream.of(pods).map(pod -> pod.name() + " v" + pod.version()).collect(Collectors.joining(" and "));
    }

    void leave(String contents) {
        Promised.equal(String.join(", ", done), contents, queue.contents());
    }
}
