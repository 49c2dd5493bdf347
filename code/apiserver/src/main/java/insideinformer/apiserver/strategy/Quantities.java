package insideinformer.apiserver.strategy;

import insideinformer.apiserver.errors.FieldErrors;
import insideinformer.quota.Quantity;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Maps from resource names to quantities, as they stand in objects: their texts are kept as they were sent. */
final class Quantities {

    private Quantities() {}

    /** Requests and limits: nothing negative, and no request above its limit. */
    static void validateResources(JsonNode resources, String path, FieldErrors errors) {
        for (String list : new String[] {"limits", "requests"}) {
            resources.path(list).forEachEntry((name, text) -> {
                if (Quantity.mustParse(text.asString("")).sign() < 0) {
                    errors.invalidText(path + "." + list + "[" + name + "]", text.asString(""),
                            "must be greater than or equal to 0");
                }
            });
        }
        resources.path("requests").forEachEntry((name, request) -> limit(resources, name).ifPresent(limit -> {
            if (Quantity.mustParse(request.asString("")).compareTo(Quantity.mustParse(limit)) > 0) {
                errors.invalidText(path + ".requests", request.asString(""),
                        "must be less than or equal to " + name + " limit of " + limit);
            }
        }));
    }

    private static Optional<String> limit(JsonNode resources, String name) {
        return resources.path("limits") instanceof ObjectNode limits && limits.has(name)
                ? Optional.of(limits.path(name).asString(""))
                : Optional.empty();
    }
}
