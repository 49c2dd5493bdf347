package insideinformer.program;

/** Something the user can mend: its message says what is wrong, where, and what to do. Ends the program with exit code 2. */
final class UserError extends Exception {

    UserError(String message) {
        super(message);
    }
}
