package insideinformer.processor;

import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A first-in first-out buffer in an array that is used round and round, and doubled when it is full.
 *
 * <p>It never refuses an element and never shrinks: after a backlog is gone, its space is kept for the next one.
 * Nothing here waits. Not safe for use by several threads: the owner brings the lock.
 *
 * <p>Upstream: {@code k8s.io/utils/buffer/ring_growing.go, TypedRingGrowing}.
 */
public final class RingGrowing<E> {

    // tag::invariants[]
    // I1  The elements are data[begin], data[begin + 1], … (modulo the length),
    //     oldest first, `readable` of them.
    // I2  Every other slot is null: nothing that was taken out is kept from the
    //     garbage collector.
    // end::invariants[]

    private static final int SMALLEST = 16;

    private @Nullable Object[] data;
    private int begin;
    private int readable;

    /**
     * @param initialSize how many elements have room to begin with; 0 waits for the first write
     * @throws IllegalArgumentException if it is negative
     */
    public RingGrowing(int initialSize) {
        if (initialSize < 0) {
            throw new IllegalArgumentException("initialSize is " + initialSize + "; it must not be negative");
        }
        data = new Object[initialSize];
    }

    /** @throws NullPointerException if the element is null */
    // tag::write-one[]
    public void writeOne(E element) {
        Objects.requireNonNull(element, "null looks like nothing; write a value");
        if (readable == data.length) {
            grow();
        }
        data[(begin + readable) % data.length] = element;
        readable++;
    }

    private void grow() {
        int capacity = data.length == 0 ? SMALLEST : data.length * 2;
        @Nullable Object[] larger = new Object[capacity];
        int untilEnd = data.length - begin;
        System.arraycopy(data, begin, larger, 0, untilEnd);
        System.arraycopy(data, 0, larger, untilEnd, begin);
        data = larger;
        begin = 0;
    }
    // end::write-one[]

    // tag::read-one[]
    /** @return empty if nothing is there */
    @SuppressWarnings("unchecked") // only writeOne puts something in
    public Optional<E> readOne() {
        if (readable == 0) {
            return Optional.empty();
        }
        E oldest = (E) Objects.requireNonNull(data[begin]);
        data[begin] = null;
        begin = (begin + 1) % data.length;
        readable--;
        return Optional.of(oldest);
    }
    // end::read-one[]

    /** How many elements are there. */
    public int len() {
        return readable;
    }

    /** How many elements have room before the next doubling. */
    public int cap() {
        return data.length;
    }
}
