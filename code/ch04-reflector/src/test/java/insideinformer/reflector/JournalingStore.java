package insideinformer.reflector;

import insideinformer.api.KubernetesObject;
import insideinformer.store.DeltaObject;
import insideinformer.store.ReflectorStore;
import insideinformer.store.StoreException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A store that writes down what it is told: {@code add ada@5}, {@code replace [ada@5, bob@6]@10}, {@code resync}. */
class JournalingStore implements ReflectorStore<KubernetesObject> {

    private final Journal journal;
    private final Map<String, Queue<Throwable>> failures = new HashMap<>();
    final List<KubernetesObject> objects = new CopyOnWriteArrayList<>(); // as handed over
    volatile Runnable within = () -> {}; // run inside every call
    volatile @Nullable Consumer<Set<String>> unread; // told what a list could not tell; null: such a list is refused

    JournalingStore(Journal journal) {
        this.journal = journal;
    }

    /** The next call of {@code operation} that has no failure before it fails with this. */
    void failNext(String operation, Throwable failure) {
        failures.computeIfAbsent(operation, o -> new ArrayDeque<>()).add(failure);
    }

    @Override
    public void add(KubernetesObject object) throws StoreException {
        told("add", " " + describe(object), List.of(object));
    }

    @Override
    public void update(KubernetesObject object) throws StoreException {
        told("update", " " + describe(object), List.of(object));
    }

    @Override
    public void delete(DeltaObject<KubernetesObject> object) throws StoreException {
        KubernetesObject live = object.object().orElseThrow();
        told("delete", " " + describe(live), List.of(live));
    }

    @Override
    public void replace(List<KubernetesObject> list, String resourceVersion) throws StoreException {
        String items = list.stream().map(JournalingStore::describe).collect(Collectors.joining(", ", "[", "]"));
        told("replace", " " + items + "@" + resourceVersion, list);
    }

    @Override
    public void replace(List<KubernetesObject> list, Set<String> keys, String resourceVersion) throws StoreException {
        Consumer<Set<String>> taker = unread;
        if (taker == null) {
            ReflectorStore.super.replace(list, keys, resourceVersion);
        } else {
            taker.accept(Set.copyOf(keys));
            replace(list, resourceVersion);
        }
    }

    @Override
    public void resync() throws StoreException {
        told("resync", "", List.of());
    }

    final void told(String operation, String what, List<KubernetesObject> handed) throws StoreException {
        within.run();
        objects.addAll(handed);
        Queue<Throwable> pending = failures.get(operation);
        Throwable failure = pending == null ? null : pending.poll();
        journal.add(operation + what + (failure == null ? "" : " fails"));
        switch (failure) {
            case null -> {}
            case StoreException e -> throw e;
            case RuntimeException e -> throw e;
            default -> throw new AssertionError(failure);
        }
    }

    static String describe(KubernetesObject object) {
        return object.metadata().name() + "@" + object.metadata().resourceVersion();
    }

    /** The same with everything that a store may offer beyond. */
    static final class WithExtras extends JournalingStore implements ReflectorBookmarkStore, ResourceVersionUpdater {

        private final Journal journal;

        WithExtras(Journal journal) {
            super(journal);
            this.journal = journal;
        }

        @Override
        public void bookmark(String resourceVersion) throws StoreException {
            told("bookmark", " " + resourceVersion, new ArrayList<>());
        }

        @Override
        public void updateResourceVersion(String resourceVersion) {
            journal.add("reached " + resourceVersion);
        }
    }
}
