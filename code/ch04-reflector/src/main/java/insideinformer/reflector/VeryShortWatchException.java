package insideinformer.reflector;

import java.io.IOException;

/**
 * A watch was over in less than a second without a single event that was expected. It is only logged.
 *
 * <p>Upstream: {@code tools/cache/reflector.go, VeryShortWatchError}.
 */
public class VeryShortWatchException extends IOException {

    private final String reflectorName;

    public VeryShortWatchException(String reflectorName) {
        super("very short watch: " + reflectorName
                + ": unexpected watch close - watch lasted less than a second and no items received");
        this.reflectorName = reflectorName;
    }

    public String reflectorName() {
        return reflectorName;
    }
}
