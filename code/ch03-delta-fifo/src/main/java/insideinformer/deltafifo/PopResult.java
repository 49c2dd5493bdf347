package insideinformer.deltafifo;

import java.util.Optional;

/** What {@code pop} took, and what its callback threw, if it threw a checked exception. */
public record PopResult<T>(Deltas<T> deltas, Optional<Exception> error) {}
