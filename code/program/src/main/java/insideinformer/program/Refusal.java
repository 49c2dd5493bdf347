package insideinformer.program;

import java.io.IOException;

/** An object cannot get what it lacks until a user changes something. The message says what is in the way. */
final class Refusal extends IOException {

    Refusal(String message) {
        super(message);
    }
}
