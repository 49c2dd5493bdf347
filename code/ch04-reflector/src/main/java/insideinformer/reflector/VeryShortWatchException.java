package insideinformer.reflector;

import java.io.IOException;

/**
 * A watch ended in less than a second and without an event that was expected. It is only logged.
 *
 * <p>Upstream: {@code tools/cache/reflector.go, VeryShortWatchError}.
 */
public class VeryShortWatchException extends IOException {

    private final String name;

    public VeryShortWatchException(String name) {
        super("very short watch: " + name
                + ": unexpected watch close - watch lasted less than a second and no items received");
        this.name = name;
    }

    /** The Reflector's. */
    public String name() {
        return name;
    }
}
