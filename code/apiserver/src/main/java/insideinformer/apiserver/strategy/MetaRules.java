package insideinformer.apiserver.strategy;

import insideinformer.apiserver.errors.FieldErrors;
import insideinformer.apiserver.kinds.ResourceType;
import insideinformer.apiserver.store.Meta;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The rules for metadata: which fields the server writes itself, and what the others may hold.
 *
 * <p>Upstream: {@code apiserver/pkg/registry/rest/meta.go}, {@code create.go}, {@code update.go}, and
 * {@code apimachinery/pkg/api/validation/objectmeta.go}.
 */
public final class MetaRules {

    private static final List<String> SYSTEM_FIELDS =
            List.of("uid", "creationTimestamp", "deletionTimestamp", "deletionGracePeriodSeconds", "selfLink");
    private static final List<String> KEPT_FIELDS =
            List.of("uid", "creationTimestamp", "deletionTimestamp", "deletionGracePeriodSeconds", "generation");

    private MetaRules() {}

    public static void wipeSystemFields(ObjectNode object) {
        Meta.of(object).remove(SYSTEM_FIELDS);
    }

    /**
     * Puts back what a client cannot change. A deletionTimestamp that the client invents stays in and is refused later.
     */
    public static void keepFrom(ObjectNode old, ObjectNode object) {
        ObjectNode metadata = Meta.of(object);
        metadata.remove("selfLink");
        for (String field : KEPT_FIELDS) {
            JsonNode kept = old.path("metadata").get(field);
            if (kept != null) {
                metadata.set(field, kept);
            } else if (!field.startsWith("deletion")) {
                metadata.remove(field);
            }
        }
    }

    public static void validate(ResourceType type, ObjectNode object, FieldErrors errors) {
        String name = Meta.name(object);
        if (name.isEmpty()) {
            errors.required("metadata.name", "name or generateName is required");
        } else {
            Names.problem(type, name).ifPresent(p -> errors.invalidText("metadata.name", name, p));
        }
        object.path("metadata").path("labels").forEachEntry((key, value) -> {
            Names.labelKeyProblems(key).forEach(p -> errors.invalidText("metadata.labels", key, p));
            String text = value.asString("");
            Names.labelValueProblems(text).forEach(p -> errors.invalidText("metadata.labels", text, p));
        });
        object.path("metadata").path("annotations").forEachEntry((key, value) ->
                Names.labelKeyProblems(key.toLowerCase(Locale.ROOT))
                        .forEach(p -> errors.invalidText("metadata.annotations", key, p)));
        for (String finalizer : Meta.finalizers(object)) {
            Names.labelKeyProblems(finalizer).forEach(p -> errors.invalidText("metadata.finalizers", finalizer, p));
        }
    }

    public static void validateUpdate(ObjectNode object, ObjectNode old, FieldErrors errors) {
        for (String field : List.of("deletionTimestamp", "deletionGracePeriodSeconds")) {
            JsonNode wanted = object.path("metadata").path(field);
            if (!wanted.isMissingNode() && !wanted.equals(old.path("metadata").path(field))) {
                errors.invalid("metadata." + field, wanted.toString(), "field is immutable");
            }
        }
        if (Meta.isTerminating(old)) {
            List<String> added = new ArrayList<>(Meta.finalizers(object));
            added.removeAll(Meta.finalizers(old));
            if (!added.isEmpty()) {
                errors.forbidden("metadata.finalizers",
                        "no new finalizers can be added if the object is being deleted, found new finalizers []string{"
                                + String.join(", ", added.stream().map(FieldErrors::quote).toList()) + "}");
            }
        }
    }
}
