package insideinformer.reflector;

import java.io.IOException;

/**
 * A watch was over in less than a second without a single event. Upstream: {@code tools/cache, VeryShortWatchError}.
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
