package insideinformer.program;

import insideinformer.quota.Quantity;
import insideinformer.quota.QuantityFormatException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** What must hold before anything is started: every object says what it is, once, and every amount can be read. */
final class ManifestChecks {

    private ManifestChecks() {}

    static void check(List<Manifest> manifests) throws UserError {
        Map<String, Manifest> seen = new HashMap<>();
        for (Manifest manifest : manifests) {
            checkIdentity(manifest);
            String group = manifest.apiVersion().contains("/") ? manifest.apiVersion().replaceFirst("/.*", "") : "";
            Manifest twin = seen.put(group + " " + manifest.title(), manifest);
            if (twin != null) {
                throw new UserError("%s: %s stands here a second time; the first is at %s. Rename or remove one"
                        .formatted(manifest.place("/metadata/name"), manifest.title(), twin.place("/metadata/name")));
            }
            checkAmounts(manifest, "", manifest.object());
        }
    }

    private static void checkIdentity(Manifest manifest) throws UserError {
        for (String field : List.of("/apiVersion", "/kind", "/metadata/name")) {
            JsonNode value = manifest.object().at(field);
            if (value.isMissingNode() || value.isNull() || !value.isString() || value.asString().isBlank()) {
                throw new UserError("%s: this object has no %s, and every object needs apiVersion, kind and metadata.name"
                        .formatted(manifest.place(""), field.substring(1).replace('/', '.')));
            }
        }
    }

    /** Amounts stand below {@code requests}, {@code limits} and {@code overhead} anywhere, and below a quota's {@code hard}. */
    private static void checkAmounts(Manifest manifest, String pointer, JsonNode node) throws UserError {
        for (Map.Entry<String, JsonNode> field : node.properties()) {
            String at = pointer + "/" + field.getKey().replace("~", "~0").replace("/", "~1");
            boolean amounts =
                    at.endsWith("/resources/requests") || at.endsWith("/resources/limits") || at.endsWith("/spec/overhead")
                    || (manifest.kind().equals("ResourceQuota") && at.equals("/spec/hard"));
            if (amounts) {
                for (Map.Entry<String, JsonNode> amount : field.getValue().properties()) {
                    checkAmount(manifest, at, amount.getKey(), amount.getValue());
                }
            } else {
                checkAmounts(manifest, at, field.getValue());
            }
        }
        for (int i = 0; node.isArray() && i < node.size(); i++) {
            checkAmounts(manifest, pointer + "/" + i, node.get(i));
        }
    }

    private static void checkAmount(Manifest manifest, String pointer, String resource,
            JsonNode value) throws UserError {
        String problem = null;
        if (value.isContainer() || value.isNull()) {
            problem = "is not an amount";
        } else {
            try {
                if (Quantity.parse(value.asString()).sign() < 0) {
                    problem = "is negative";
                }
            } catch (QuantityFormatException e) {
                problem = "is not a quantity";
            }
        }
        if (problem != null) {
            throw new UserError("%s: %s of %s: `%s` %s. Write a number with an optional suffix, such as 250m, 2, 1.5 or 512Mi"
                    .formatted(manifest.place(pointer + "/" + resource.replace("~", "~0").replace("/", "~1")),
                            resource, manifest.title(), value.asString(value.toString()), problem));
        }
    }
}
