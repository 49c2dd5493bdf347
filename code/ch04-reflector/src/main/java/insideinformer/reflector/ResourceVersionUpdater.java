package insideinformer.reflector;

/**
 * A store that wants to hear of each version that a watch has reached, after it was given the event, even if it refused
 * that. It does not hear of the version of a list.
 *
 * <p>Upstream: {@code tools/cache/reflector.go, ResourceVersionUpdater}.
 */
public interface ResourceVersionUpdater {

    /** Called on the Reflector's thread. */
    void updateResourceVersion(String resourceVersion);
}
