package insideinformer.program;

import org.jspecify.annotations.Nullable;

/** Something the user can mend: its message says what is wrong, where, and what to do. Ends the program with exit code 2. */
final class UserError extends Exception {

    UserError(@Nullable String message) {
        super(message);
    }
}
