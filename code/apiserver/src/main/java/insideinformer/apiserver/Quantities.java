package insideinformer.apiserver;

import insideinformer.api.ApiException;
import insideinformer.quota.Quantity;
import insideinformer.quota.QuantityFormatException;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Maps from resource names to quantities, as they stand in objects: their texts are kept as they were sent. */
final class Quantities {

    private Quantities() {}

    /** Refuses a text that is no quantity, in the words of Go's decoder. A null is as absent, and is taken out. */
    static void requireWellFormed(ResourceType type, JsonNode quantities) throws ApiException {
        if (quantities instanceof ObjectNode map) {
            map.properties().removeIf(entry -> entry.getValue().isNull());
        }
        for (JsonNode quantity : quantities) {
            try {
                Quantity.parse(quantity.asString(""));
            } catch (QuantityFormatException e) {
                throw Decoding.cannotBeHandled(type, e.kind().text());
            }
        }
    }

    /** Requests and limits: nothing negative, and no request above its limit. */
    static void validateResources(JsonNode resources, String path, FieldErrors errors) {
        for (String list : new String[] {"limits", "requests"}) {
            resources.path(list).forEachEntry((name, text) -> {
                if (Quantity.mustParse(text.asString()).sign() < 0) {
                    errors.invalidText(path + "." + list + "[" + name + "]", text.asString(),
                            "must be greater than or equal to 0");
                }
            });
        }
        resources.path("requests").forEachEntry((name, request) -> limit(resources, name).ifPresent(limit -> {
            if (Quantity.mustParse(request.asString()).compareTo(Quantity.mustParse(limit)) > 0) {
                errors.invalidText(path + ".requests", request.asString(),
                        "must be less than or equal to " + name + " limit of " + limit);
            }
        }));
    }

    /** The quantity maps below a pod's spec. */
    static void requireWellFormedPod(ResourceType type, JsonNode spec) throws ApiException {
        for (String list : new String[] {"initContainers", "containers"}) {
            for (JsonNode container : spec.path(list)) {
                requireWellFormed(type, container.path("resources").path("limits"));
                requireWellFormed(type, container.path("resources").path("requests"));
            }
        }
        requireWellFormed(type, spec.path("overhead"));
        requireWellFormed(type, spec.path("resources").path("limits"));
        requireWellFormed(type, spec.path("resources").path("requests"));
    }

    private static Optional<String> limit(JsonNode resources, String name) {
        return resources.path("limits") instanceof ObjectNode limits && limits.has(name)
                ? Optional.of(limits.path(name).asString())
                : Optional.empty();
    }
}
