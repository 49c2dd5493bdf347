package insideinformer.program;

import org.jspecify.annotations.Nullable;

/** An error that the user can correct. The message says what is wrong, where, and what to do. The exit code is 2. */
final class UserError extends Exception {

    UserError(@Nullable String message) {
        super(message);
    }
}
