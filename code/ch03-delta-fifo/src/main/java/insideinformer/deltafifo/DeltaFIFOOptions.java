package insideinformer.deltafifo;

import static java.util.Objects.requireNonNull;

import insideinformer.store.KeyFunc;
import insideinformer.store.KeyListerGetter;
import insideinformer.store.Keys;
import insideinformer.store.TransformFunc;
import insideinformer.wait.Clock;
import java.util.Optional;

/**
 * How a {@link DeltaFIFO} is made. The key function and the known objects must not be null.
 *
 * <p>Upstream: {@code tools/cache/delta_fifo.go, DeltaFIFOOptions}.
 *
 * @param name names the queue in log lines and in its {@link DoneChecker}
 * @param keyFunction the key of an object; it never sees a tombstone
 * @param knownObjects the objects that the consumer holds, mostly a store. Without them, {@code replace} misses the
 *     deletion of an object that was popped before, {@code delete} ignores such an object, and {@code resync} does
 *     nothing
 * @param emitDeltaTypeReplaced whether {@code replace} emits {@link DeltaType#REPLACED}; otherwise {@link
 *     DeltaType#SYNC}, as it did before that type existed
 * @param transformer changes each object on its way in, under the queue's lock; empty: none
 * @param clock times the callbacks of {@code pop}
 */
public record DeltaFIFOOptions<T>(
        String name,
        KeyFunc<T> keyFunction,
        KeyListerGetter<T> knownObjects,
        boolean emitDeltaTypeReplaced,
        Optional<TransformFunc<T>> transformer,
        Clock clock) {

    public DeltaFIFOOptions {
        requireNonNull(keyFunction, "keyFunction is null; give one, or leave it out for namespace/name");
        requireNonNull(knownObjects, "knownObjects is null; give the consumer's store, or KeyListerGetter.empty()");
    }

    public static <T> Builder<T> builder() {
        return new Builder<>();
    }

    /**
     * Starts with {@link Keys#metaNamespaceKeyFunc}, no known objects, no transformer, {@code emitDeltaTypeReplaced}
     * off, and the machine's clock. For one thread.
     */
    public static final class Builder<T> {

        private String name = "DeltaFIFO";
        private KeyFunc<T> keyFunction = Keys.metaNamespaceKeyFunc();
        private KeyListerGetter<T> knownObjects = KeyListerGetter.empty();
        private boolean emitDeltaTypeReplaced;
        private Optional<TransformFunc<T>> transformer = Optional.empty();
        private Clock clock = Clock.system();

        private Builder() {}

        public Builder<T> name(String name) {
            this.name = name;
            return this;
        }

        public Builder<T> keyFunction(KeyFunc<T> keyFunction) {
            this.keyFunction = keyFunction;
            return this;
        }

        public Builder<T> knownObjects(KeyListerGetter<T> knownObjects) {
            this.knownObjects = knownObjects;
            return this;
        }

        public Builder<T> emitDeltaTypeReplaced(boolean emitDeltaTypeReplaced) {
            this.emitDeltaTypeReplaced = emitDeltaTypeReplaced;
            return this;
        }

        public Builder<T> transformer(TransformFunc<T> transformer) {
            this.transformer = Optional.of(transformer);
            return this;
        }

        public Builder<T> clock(Clock clock) {
            this.clock = clock;
            return this;
        }

        /** @throws NullPointerException if the key function or the known objects are null */
        public DeltaFIFOOptions<T> build() {
            return new DeltaFIFOOptions<>(name, keyFunction, knownObjects, emitDeltaTypeReplaced, transformer, clock);
        }
    }
}
