package insideinformer.processor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import insideinformer.testing.Spec;
import java.lang.ref.WeakReference;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class RingGrowingTest {

    @ParameterizedTest
    @MethodSource("seeds")
    @Spec("RG-01")
    void what_went_in_first_comes_out_first_whatever_is_mixed(long seed) {
        Random random = new Random(seed);
        RingGrowing<Integer> ring = new RingGrowing<>(random.nextInt(4));
        Queue<Integer> model = new ArrayDeque<>();
        int writeShare = 40 + random.nextInt(30);

        for (int i = 0; i < 500; i++) {
            if (random.nextInt(100) < writeShare) {
                ring.writeOne(i);
                model.add(i);
            } else {
                assertThat(ring.readOne()).as("seed %d, step %d", seed, i).isEqualTo(Optional.ofNullable(model.poll()));
            }
            assertThat(ring.len()).as("seed %d, step %d", seed, i).isEqualTo(model.size());
        }
        assertThat(drain(ring)).as("seed %d", seed).containsExactlyElementsOf(model);
    }

    static IntStream seeds() {
        return IntStream.rangeClosed(1, 200);
    }

    @Test
    @Spec("RG-02")
    void reading_where_nothing_is_gives_nothing() {
        RingGrowing<String> ring = new RingGrowing<>(4);

        assertThat(ring.readOne()).isEmpty();
        assertThat(ring.len()).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "0, 10, 16", "1, 10, 16", "0, 1, 16", "0, 17, 32", "1, 1, 1", "1, 2, 2", "3, 4, 6", "1024, 1024, 1024",
        "1024, 1025, 2048"
    })
    @Spec("RG-03")
    void a_full_ring_doubles_before_the_next_write(int initialSize, int writes, int capacity) {
        RingGrowing<Integer> ring = new RingGrowing<>(initialSize);

        IntStream.range(0, writes).forEach(ring::writeOne);

        assertThat(ring.cap()).isEqualTo(capacity);
        assertThat(drain(ring)).containsExactlyElementsOf(IntStream.range(0, writes).boxed().toList());
    }

    @Test
    @Spec("RG-04")
    void growing_keeps_the_order_of_what_lies_across_the_end() {
        RingGrowing<String> ring = new RingGrowing<>(4);
        List.of("a", "b", "c", "d").forEach(ring::writeOne);
        ring.readOne();
        ring.readOne();

        List.of("e", "f", "g").forEach(ring::writeOne);

        assertThat(ring.cap()).isEqualTo(8);
        assertThat(drain(ring)).containsExactly("c", "d", "e", "f", "g");
    }

    @Test
    @Spec("RG-05")
    void what_was_read_is_not_kept_from_the_garbage_collector() {
        RingGrowing<Object> ring = new RingGrowing<>(2);
        WeakReference<Object> read = writeAndRead(ring);

        Garbage.awaitCollected(read);

        assertThat(ring.cap()).isEqualTo(2);
    }

    @Test
    @Spec("RG-06")
    void a_ring_never_shrinks() {
        RingGrowing<Integer> ring = new RingGrowing<>(1);
        IntStream.range(0, 100).forEach(ring::writeOne);

        drain(ring);

        assertThat(ring.len()).isZero();
        assertThat(ring.cap()).isEqualTo(128);
    }

    @Test
    @Spec("RG-07")
    void null_is_refused_because_it_would_look_like_nothing() {
        RingGrowing<String> ring = new RingGrowing<>(2);

        assertThatNullPointerException().isThrownBy(() -> ring.writeOne(null)).withMessageContaining("write a value");
        assertThat(ring.len()).isZero();
    }

    @Test
    void a_negative_size_is_refused_by_its_value() {
        assertThatIllegalArgumentException().isThrownBy(() -> new RingGrowing<>(-1)).withMessageContaining("-1");
    }

    // In methods of their own, so that no local variable keeps the object.
    private static WeakReference<Object> writeAndRead(RingGrowing<Object> ring) {
        WeakReference<Object> written = write(ring);
        assertThat(ring.readOne()).containsSame(written.get());
        return written;
    }

    private static WeakReference<Object> write(RingGrowing<Object> ring) {
        Object element = new Object();
        ring.writeOne(element);
        return new WeakReference<>(element);
    }

    private static <E> List<E> drain(RingGrowing<E> ring) {
        List<E> all = new ArrayList<>();
        for (Optional<E> next = ring.readOne(); next.isPresent(); next = ring.readOne()) {
            all.add(next.get());
        }
        return all;
    }
}
