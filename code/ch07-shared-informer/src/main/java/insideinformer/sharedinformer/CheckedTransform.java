package insideinformer.sharedinformer;

import static java.util.Objects.requireNonNull;

import insideinformer.api.KubernetesObject;
import insideinformer.api.ObjectMeta;
import insideinformer.store.TransformException;
import insideinformer.store.TransformFunc;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calls the user's transform and refuses a result with another key or another version than the object had. The key must
 * stay because the queue looks for the object under its old key, and the version because the Reflector goes on from it.
 *
 * <p>An event with a refused object is skipped. A list with one fails and is tried again after a pause, so the informer
 * does not sync. A result without a version is allowed, because upstream allows it. It is logged once, because handlers
 * without a resync period then miss updates, which look like resyncs.
 *
 * <p>Upstream has no such check.
 */
final class CheckedTransform<T extends KubernetesObject> implements TransformFunc<T> {

    private static final Logger LOG = LoggerFactory.getLogger(SharedIndexInformer.class);

    private final String objectDescription;
    private final TransformFunc<T> transform;
    private volatile boolean warned;

    CheckedTransform(String objectDescription, TransformFunc<T> transform) {
        this.objectDescription = objectDescription;
        this.transform = transform;
    }

    @Override
    public T transform(T object) throws Exception {
        ObjectMeta before = object.metadata();
        T made = requireNonNull(transform.transform(object),
                () -> "the transform of " + title(before) + " gave null; give an object, or leave the object as it is");
        ObjectMeta after = made.metadata();
        if (!Objects.equals(before.name(), after.name()) || !Objects.equals(before.namespace(), after.namespace())) {
            throw refusal(before, "made " + key(after) + " of it; namespace and name must stay");
        }
        if (!Objects.equals(before.resourceVersion(), after.resourceVersion())) {
            if (after.resourceVersion() != null && !after.resourceVersion().isEmpty()) {
                throw refusal(before, "changed its resourceVersion; that must stay");
            }
            if (!warned) {
                warned = true;
                LOG.warn("The transform of {} takes the resourceVersion away, so handlers without a resync period miss"
                        + " updates; leave it", objectDescription);
            }
        }
        return made;
    }

    private TransformException refusal(ObjectMeta before, String what) {
        return new TransformException("the transform of " + title(before) + " " + what, null);
    }

    private String title(ObjectMeta meta) {
        return objectDescription + " " + key(meta);
    }

    private static String key(ObjectMeta meta) {
        return (meta.namespace() == null ? "" : meta.namespace() + "/") + meta.name();
    }
}
