package insideinformer.deltafifo;

import java.util.Optional;

/**
 * What {@code pop} took, and what its callback threw, if it threw a checked exception.
 *
 * <p>Upstream: what {@code tools/cache/fifo.go, Queue.Pop} returns.
 */
public record PopResult<T>(Deltas<T> deltas, Optional<Exception> error) {}
