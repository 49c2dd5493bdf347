package insideinformer.client;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/** Discovery of some groups failed; the others are here. Upstream: {@code discovery.ErrGroupDiscoveryFailed}. */
public class PartialDiscoveryException extends IOException {

    private final transient List<DiscoveredResource> found;
    private final transient Map<String, Exception> failures;

    /** @param failures by group and version, such as {@code metrics.k8s.io/v1beta1} */
    public PartialDiscoveryException(List<DiscoveredResource> found, Map<String, Exception> failures) {
        super("unable to retrieve the complete list of server APIs: " + failures);
        this.found = List.copyOf(found);
        this.failures = Map.copyOf(failures);
    }

    public List<DiscoveredResource> found() {
        return found;
    }

    public Map<String, Exception> failures() {
        return failures;
    }
}
