package insideinformer.processor;

import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A first-in first-out buffer without a limit. It lies in an array that is used in a circle and doubled when it is
 * full.
 *
 * <p>It never refuses an element and never shrinks: the space of a backlog is kept for the next one. Nothing here
 * waits. It is not safe for use by several threads, so the owner needs a lock.
 *
 * <p>Upstream: {@code k8s.io/utils/buffer/ring_growing.go, TypedRingGrowing}.
 */
public final class RingGrowing<E> {

    // tag::invariants[]
    // I1  The elements are data[beg], data[beg + 1], … (modulo the length),
    //     oldest first, `readable` of them.
    // I2  Every other slot is null, so that the garbage collector can have what was
    //     taken out.
    // end::invariants[]

    private static final int SMALLEST = 16;

    private @Nullable Object[] data;
    private int beg;
    private int readable;

    /**
     * @param initialSize how many elements fit before the first doubling; 0: the array is made at the first write
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
        Objects.requireNonNull(element, "the element is null, which an empty slot is too; write a value");
        if (readable == data.length) {
            grow();
        }
        data[(beg + readable) % data.length] = element;
        readable++;
    }

    private void grow() {
        int capacity = data.length == 0 ? SMALLEST : data.length * 2;
        @Nullable Object[] larger = new Object[capacity];
        int untilEnd = data.length - beg;
        System.arraycopy(data, beg, larger, 0, untilEnd);
        System.arraycopy(data, 0, larger, untilEnd, beg);
        data = larger;
        beg = 0;
    }
    // end::write-one[]

    // tag::read-one[]
    /** The oldest element, which leaves the buffer; empty if there is none. */
    @SuppressWarnings("unchecked") // only writeOne puts something in
    public Optional<E> readOne() {
        if (readable == 0) {
            return Optional.empty();
        }
        E oldest = (E) Objects.requireNonNull(data[beg]);
        data[beg] = null;
        beg = (beg + 1) % data.length;
        readable--;
        return Optional.of(oldest);
    }
    // end::read-one[]

    /** The number of elements. */
    public int len() {
        return readable;
    }

    /** How many elements fit before the next doubling. */
    public int cap() {
        return data.length;
    }
}
