package insideinformer.quota;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Several failures as one. The message of one failure is kept; several different messages stand in brackets.
 *
 * <p>Upstream: {@code apimachinery pkg/util/errors, Aggregate}.
 */
public final class AggregateException extends Exception {

    private final List<Exception> errors;

    /** @param errors at least one; the first becomes the cause, the others are suppressed */
    public AggregateException(List<? extends Exception> errors) {
        super(message(errors), errors.getFirst());
        this.errors = List.copyOf(errors);
        errors.stream().skip(1).forEach(this::addSuppressed);
    }

    /** Empty if there are no errors. */
    public static Optional<AggregateException> of(List<? extends Exception> errors) {
        return errors.isEmpty() ? Optional.empty() : Optional.of(new AggregateException(errors));
    }

    public List<Exception> errors() {
        return errors;
    }

    private static String message(List<? extends Exception> errors) {
        List<String> different = errors.stream()
                .map(e -> Objects.toString(e.getMessage(), e.toString()))
                .distinct()
                .toList();
        return different.size() == 1
                ? different.getFirst()
                : different.stream().collect(Collectors.joining(", ", "[", "]"));
    }
}
