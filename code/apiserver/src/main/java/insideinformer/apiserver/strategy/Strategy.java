package insideinformer.apiserver.strategy;

import insideinformer.apiserver.errors.FieldErrors;
import insideinformer.apiserver.store.Meta;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * What one kind adds to a write: defaults, rules, and how its objects end. A strategy changes the object that it is
 * given; it must not change {@code old}.
 *
 * <p>Upstream: {@code apiserver/pkg/registry/rest}, {@code RESTCreateStrategy}, {@code RESTUpdateStrategy},
 * {@code RESTGracefulDeleteStrategy}.
 */
public interface Strategy {

    Strategy PLAIN = new Strategy() {};

    /** Sets the defaults that admission must see. Upstream sets them while it decodes the object. */
    default void setEarlyDefaults(ObjectNode object) {}

    /** Fills in defaults and takes out what a client cannot set. */
    default void prepareForCreate(ObjectNode object) {}

    /** The same for a replacement, whose status is already the stored one. */
    default void prepareForUpdate(ObjectNode object, ObjectNode old) {}

    /**
     * The same for a write to the status, where the spec is already the stored one and the metadata is the client's:
     * puts back what the client cannot change in this way.
     */
    default void prepareForStatusUpdate(ObjectNode object, ObjectNode old) {}

    default void validate(ObjectNode object, FieldErrors errors) {}

    default void validateUpdate(ObjectNode object, ObjectNode old, FieldErrors errors) {}

    /** Whether something must happen before the object can be removed, such as the work of a finalizer. */
    default boolean isHeld(ObjectNode object) {
        return !Meta.finalizers(object).isEmpty();
    }

    /** Called when the object has got its deletionTimestamp. */
    default void onTerminating(ObjectNode object) {}

    /**
     * How many seconds the object has to end; 0 removes it at once. Asked only of kinds that end gracefully.
     *
     * @param wanted what the client asks for; null if it does not say
     */
    default long gracePeriodSeconds(ObjectNode object, @Nullable Long wanted) {
        return 0;
    }
}
