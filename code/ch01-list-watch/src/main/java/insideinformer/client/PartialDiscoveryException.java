package insideinformer.client;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * Some groups of a server could not be read. The kinds of the other groups are here.
 *
 * <p>Upstream: {@code client-go discovery/discovery_client.go, ErrGroupDiscoveryFailed}.
 */
public class PartialDiscoveryException extends IOException {

    private final transient List<DiscoveredResource> found;
    private final transient Map<String, Exception> failures;

    /** @param failures their keys are groups with versions, such as {@code metrics.k8s.io/v1beta1} */
    public PartialDiscoveryException(List<DiscoveredResource> found, Map<String, Exception> failures) {
        super("unable to retrieve the complete list of server APIs: " + failures);
        this.found = List.copyOf(found);
        this.failures = Map.copyOf(failures);
    }

    /** The kinds of the versions that could be read; immutable. */
    public List<DiscoveredResource> found() {
        return found;
    }

    /** By group and version, such as {@code metrics.k8s.io/v1beta1}; immutable. */
    public Map<String, Exception> failures() {
        return failures;
    }
}
