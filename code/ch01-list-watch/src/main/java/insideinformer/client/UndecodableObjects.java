package insideinformer.client;

import insideinformer.api.ApiResource;
import org.slf4j.LoggerFactory;

/**
 * Told about each object that came as JSON but does not fit its class. Such an object is left out of its list, or its
 * event becomes a {@link insideinformer.api.WatchEvent.Unknown}, and everything else goes on: one bad object must not
 * end the informer for all. The price is that a cache lacks the object, or keeps an older state of it, until a good one
 * comes or it is gone: a list that misses it says so, and the watch in which its deletion could not be decoded ends, to
 * be followed by a list.
 *
 * <p>Called on the thread that decodes, for several requests at once; it must be quick and not throw.
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
     * @param key {@code namespace/name}, or {@code name}; {@code (without a name)} in place of a name that is missing,
     *     and {@code null} if there was no object
     */
    void undecodable(ApiResource<?> resource, String key, Exception problem);
}
