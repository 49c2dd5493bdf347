package insideinformer.store;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A store or queue could not do what it was asked. The subclass says why. */
public class StoreException extends Exception {

    public StoreException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    @Override
    public String getMessage() {
        return Objects.requireNonNull(super.getMessage());
    }
}
