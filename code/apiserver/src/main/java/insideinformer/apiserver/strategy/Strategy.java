package insideinformer.apiserver.strategy;

import insideinformer.apiserver.errors.FieldErrors;
import insideinformer.apiserver.store.Meta;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * What one kind adds to the common course of a write: defaults, rules, and how it ends. The objects handed in may be
 * changed, {@code old} may not.
 *
 * <p>Upstream: {@code apiserver/pkg/registry/rest}, {@code RESTCreateStrategy}, {@code RESTUpdateStrategy},
 * {@code RESTGracefulDeleteStrategy}.
 */
public interface Strategy {

    Strategy PLAIN = new Strategy() {};

    /** Defaults that admission sees when it fills in the rest; upstream they are set while the object is decoded. */
    default void setEarlyDefaults(ObjectNode object) {}

    /** Fills in defaults and takes out what a client may not set. */
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

    /** Whether something has to be done before the object may go. */
    default boolean isHeld(ObjectNode object) {
        return !Meta.finalizers(object).isEmpty();
    }

    /** The end of the object has been announced. */
    default void onTerminating(ObjectNode object) {}

    /**
     * How long an object may take to end; 0: at once. Asked only of kinds that end gracefully.
     *
     * @param wanted what the client said; null for nothing
     */
    default long gracePeriodSeconds(ObjectNode object, @Nullable Long wanted) {
        return 0;
    }
}
