package insideinformer.reflector;

/**
 * A store that wants to hear which version a watch has reached. It is told after each event that it was given, even if
 * it refused the event. It is not told the version of a list.
 *
 * <p>Upstream: {@code tools/cache/reflector.go, ResourceVersionUpdater}.
 */
public interface ResourceVersionUpdater {

    /** Called on the Reflector's thread. */
    void updateResourceVersion(String resourceVersion);
}
