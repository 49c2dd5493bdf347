package insideinformer.testing;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * Lets {@link Interleavings} switch threads at the locks of an object under test, before a lock is taken and after it
 * is released. The locks do not change otherwise.
 */
public final class PreemptedLocks {

    private PreemptedLocks() {}

    /**
     * Replaces the locks and conditions in the fields of {@code owner}. Nobody must have used them before.
     *
     * @throws IllegalArgumentException if it has no lock, or if it has conditions and more than one lock
     */
    public static <T> T in(T owner) {
        List<ReentrantLock> locks = new ArrayList<>();
        List<Field> conditions = new ArrayList<>();
        int found = 0;
        try {
            for (Class<?> type = owner.getClass(); type != null && type != Object.class; type = type.getSuperclass()) {
                for (Field field : type.getDeclaredFields()) {
                    if (field.getType() == ReentrantLock.class) {
                        field.setAccessible(true);
                        boolean fair = ((ReentrantLock) field.get(owner)).isFair();
                        ReentrantLock lock = new Lock(fair, owner.getClass().getSimpleName() + "." + field.getName());
                        field.set(owner, lock);
                        locks.add(lock);
                        found++;
                    } else if (field.getType() == ReentrantReadWriteLock.class) {
                        field.setAccessible(true);
                        field.set(owner, new ReadWriteLock(owner.getClass().getSimpleName() + "." + field.getName()));
                        found++;
                    } else if (field.getType() == Condition.class) {
                        field.setAccessible(true);
                        conditions.add(field);
                    }
                }
            }
            if (found == 0 || !conditions.isEmpty() && locks.size() != 1) {
                throw new IllegalArgumentException(owner + " has " + locks.size() + " locks and " + conditions.size()
                        + " conditions; give an object with a lock, and with one only if it has conditions");
            }
            for (Field condition : conditions) {
                condition.set(owner, locks.getFirst().newCondition());
            }
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
        return owner;
    }

    private static final class Lock extends ReentrantLock {

        private final String name;

        Lock(boolean fair, String name) {
            super(fair);
            this.name = name;
        }

        @Override
        public void lock() {
            Interleavings.pause("takes " + name);
            super.lock();
        }

        @Override
        public void lockInterruptibly() throws InterruptedException {
            Interleavings.pause("takes " + name);
            super.lockInterruptibly();
        }

        @Override
        public void unlock() {
            super.unlock();
            Interleavings.pause("gave back " + name);
        }
    }

    private static final class ReadWriteLock extends ReentrantReadWriteLock {

        private final String name;

        ReadWriteLock(String name) {
            this.name = name;
        }

        @Override
        public ReadLock readLock() {
            return new ReadLock(this) {
                @Override
                public void lock() {
                    Interleavings.pause("takes " + name + " to read");
                    super.lock();
                }

                @Override
                public void unlock() {
                    super.unlock();
                    Interleavings.pause("gave back " + name);
                }
            };
        }

        @Override
        public WriteLock writeLock() {
            return new WriteLock(this) {
                @Override
                public void lock() {
                    Interleavings.pause("takes " + name + " to write");
                    super.lock();
                }

                @Override
                public void unlock() {
                    super.unlock();
                    Interleavings.pause("gave back " + name);
                }
            };
        }
    }
}
