package insideinformer.apiserver.bodies;

import insideinformer.api.ApiException;
import insideinformer.apiserver.errors.Errors;
import insideinformer.apiserver.errors.FieldErrors;
import insideinformer.apiserver.kinds.ResourceType;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/**
 * What Go's typed decoder would say about a body. A value must have the type that its field has. A field that the kind
 * does not have is taken out on the first level; below it, the field is kept as it was sent.
 *
 * <p>Upstream: {@code apimachinery/pkg/runtime/serializer/json}, and the strict decoding errors of {@code
 * sigs.k8s.io/json}.
 */
public final class Decoding {

    private static final Set<String> CUSTOM = Set.of("apiVersion", "kind", "metadata", "spec", "status");

    private Decoding() {}

    /** Takes out the fields that the kind does not have. @return their names */
    static List<String> dropUnknownFields(ResourceType type, ObjectNode object) {
        Schema.Message message = Schema.of(type.gvr().apiVersion(), type.kind());
        Set<String> known = message == null ? CUSTOM : message.byName().keySet();
        List<String> unknown = new ArrayList<>(object.propertyNames());
        unknown.removeAll(known);
        unknown.sort(null);
        unknown.forEach(object::remove);
        return unknown;
    }

    /** Refuses values of a type that the kind does not have there; of a custom kind only the metadata is known. */
    public static void checkTypes(ResourceType type, ObjectNode object) throws ApiException {
        Schema.Message message = Schema.of(type.gvr().apiVersion(), type.kind());
        FieldTypes.check(type, message == null ? Schema.custom(type.kind()) : message, object);
    }

    static ApiException cannotBeHandled(ResourceType type, String why) {
        return Errors.badRequest(type.kind() + " in version " + FieldErrors.quote(type.gvr().version())
                + " cannot be handled as a " + type.kind() + ": " + why);
    }
}
