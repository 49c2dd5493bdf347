package insideinformer.client;

import insideinformer.api.ApiResource;
import org.slf4j.LoggerFactory;

/**
 * Is told about each object that the server sent but that does not fit its class. One bad object must not stop the
 * informer for all others, so it is left out of its list, or its event becomes a {@link
 * insideinformer.api.WatchEvent.Unknown}.
 *
 * <p>The price is that a cache lacks this object, or keeps an older state of it, until a state comes that can be
 * decoded or the object is deleted. A list says which objects it left out. If the event of a deletion could not be
 * decoded, the watch ends, and a new list follows.
 *
 * <p>It is called on the thread that decodes, for several requests at once. It must be quick and must not throw.
 *
 * <p>No upstream: there, one such object fails the whole list or ends the watch.
 */
@FunctionalInterface
public interface UndecodableObjects {

    /** Logs an error that names the object. */
    UndecodableObjects LOG = (resource, key, problem) -> LoggerFactory.getLogger(UndecodableObjects.class)
            .error("{} {} could not be decoded and is left out; the others go on",
                    resource.gvr().groupResource(), key, problem);

    /**
     * @param key {@code namespace/name} or {@code name}. A missing name is {@code (without a name)}. If there was no
     *     object, the key is the text {@code null}
     * @param problem says what does not fit, without a value of the object
     */
    void undecodable(ApiResource<?> resource, String key, Exception problem);
}
