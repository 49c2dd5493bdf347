package insideinformer.reflector;

import insideinformer.api.ConfigMap;
import insideinformer.store.DeltaObject;
import insideinformer.store.ReflectorStore;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Keeps the version of each object by name and writes down the changes; tests wait until it holds what they expect. */
final class MirrorStore implements ReflectorStore<ConfigMap> {

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private SortedMap<String, String> versions = new TreeMap<>(); // guarded by lock
    private final List<String> changes = new ArrayList<>(); // guarded by lock

    @Override
    public void add(ConfigMap object) {
        put("add", object);
    }

    @Override
    public void update(ConfigMap object) {
        put("update", object);
    }

    @Override
    public void delete(DeltaObject<ConfigMap> object) {
        String name = object.object().orElseThrow().metadata().name();
        change("delete " + name, () -> versions.remove(name));
    }

    @Override
    public void replace(List<ConfigMap> list, String resourceVersion) {
        SortedMap<String, String> all = new TreeMap<>();
        list.forEach(object -> all.put(object.metadata().name(), object.metadata().resourceVersion()));
        change("replace " + all.keySet(), () -> versions = all);
    }

    @Override
    public void resync() {}

    private void put(String how, ConfigMap object) {
        String name = object.metadata().name();
        change(how + " " + name, () -> versions.put(name, object.metadata().resourceVersion()));
    }

    private void change(String line, Runnable how) {
        lock.lock();
        try {
            how.run();
            changes.add(line);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    List<String> changes() {
        lock.lock();
        try {
            return List.copyOf(changes);
        } finally {
            lock.unlock();
        }
    }

    /** Waits until it holds exactly these objects in these versions. */
    void awaitVersions(SortedMap<String, String> expected) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (!versions.equals(expected)) {
                changed.await();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Waits until so many changes have been written down. */
    void awaitChanges(int count) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (changes.size() < count) {
                changed.await();
            }
        } finally {
            lock.unlock();
        }
    }
}
