package insideinformer.deltafifo;

import java.util.Optional;

/**
 * The deltas that {@code pop} took, and the checked exception that its callback threw, if any.
 *
 * <p>Upstream: what {@code tools/cache/fifo.go, Queue.Pop} returns.
 */
public record PopResult<T>(Deltas<T> deltas, Optional<Exception> error) {}
