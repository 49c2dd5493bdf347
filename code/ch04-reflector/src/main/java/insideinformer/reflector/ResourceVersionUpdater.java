package insideinformer.reflector;

/**
 * A store that wants to hear of each version that a watch has reached, after the event has been stored.
 *
 * <p>Upstream: {@code tools/cache/reflector.go, ResourceVersionUpdater}.
 */
public interface ResourceVersionUpdater {

    void updateResourceVersion(String resourceVersion);
}
