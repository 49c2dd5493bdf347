package insideinformer.program;

import insideinformer.apiserver.yaml.YamlDocument;
import insideinformer.quota.Quantity;
import insideinformer.quota.QuantityFormatException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;

/**
 * Checks manifests before anything is started: every object says what it is and occurs once, and every amount can be
 * read.
 */
final class ManifestChecks {

    private static final Set<String> WORKLOADS = Set.of(" ReplicationController", "apps Deployment", "apps ReplicaSet",
            "apps StatefulSet", "apps DaemonSet", "batch Job", "batch CronJob");
    private static final Set<String> OTHERS_WITH_AMOUNTS = Set.of(" Pod", " PersistentVolumeClaim", " ResourceQuota");

    private static final int SHOWN = 100; // characters of a refused value

    private ManifestChecks() {}

    /**
     * Leaves out manifests that repeat another one word for word.
     *
     * @param report gets one line for each manifest that is left out
     */
    static List<Manifest> check(List<Manifest> manifests, Consumer<String> report) throws UserError {
        Map<String, Manifest> seen = new HashMap<>();
        List<Manifest> once = new ArrayList<>();
        for (Manifest manifest : manifests) {
            checkIdentity(manifest);
            if (isWorkload(manifest) || OTHERS_WITH_AMOUNTS.contains(groupKind(manifest))) {
                checkAmounts(manifest, "", manifest.object());
            }
            ManifestShapes.check(manifest);
            Manifest twin = manifest.name().isEmpty() ? null : seen.putIfAbsent(identity(manifest), manifest);
            if (twin == null) {
                once.add(manifest);
            } else if (manifest.object().equals(twin.object()) || manifest.kind().equals("Namespace")) {
                report.accept("%s: skipped %s: it occurs already at %s".formatted(
                        manifest.place(""), manifest.title(), twin.place("")));
            } else {
                throw new UserError(
                        "%s: %s occurs here a second time and differs; the first is at %s. Rename or remove one"
                                .formatted(manifest.place("/metadata/name"), manifest.title(), twin.place("/metadata/name")));
            }
        }
        return once;
    }

    /** Whether it makes pods from a template. */
    static boolean isWorkload(Manifest manifest) {
        return WORKLOADS.contains(groupKind(manifest));
    }

    private static String groupKind(Manifest manifest) {
        return manifest.group() + " " + manifest.kind();
    }

    private static String identity(Manifest manifest) {
        String namespace = manifest.namespace().equals("default") ? "" : manifest.namespace();
        return String.join(" ", manifest.group(), manifest.kind(), namespace, manifest.name());
    }

    private static void checkIdentity(Manifest manifest) throws UserError {
        requireText(manifest, "/apiVersion");
        requireText(manifest, "/kind");
        for (String field : List.of("/metadata/name", "/metadata/generateName", "/metadata/namespace")) {
            JsonNode value = manifest.object().at(field);
            if (!value.isMissingNode() && !value.isNull() && !value.isString()) {
                throw new UserError("%s: %s of this %s must be a text, but is %s; write it in quotes".formatted(
                        manifest.place(field), dotted(field), manifest.kind(), cut(value.toString())));
            }
        }
    }

    /** Checked only for objects that are created: the settings of other tools are skipped and often have no name. */
    static void checkName(Manifest manifest) throws UserError {
        if (manifest.generateName().isEmpty()) {
            requireText(manifest, "/metadata/name");
        }
    }

    private static void requireText(Manifest manifest, String field) throws UserError {
        JsonNode value = manifest.object().at(field);
        if (!value.isString() || value.asString().isBlank()) {
            throw new UserError("%s: this object has no %s, and every object needs apiVersion, kind and metadata.name"
                    .formatted(manifest.place(""), dotted(field)));
        }
    }

    private static String dotted(String pointer) {
        return pointer.substring(1).replace('/', '.');
    }

    /** Amounts are the values in {@code requests}, {@code limits}, {@code overhead}, and in a quota's {@code hard}. */
    private static void checkAmounts(Manifest manifest, String pointer, JsonNode node) throws UserError {
        for (Map.Entry<String, JsonNode> field : node.properties()) {
            String at = YamlDocument.child(pointer, field.getKey());
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
        if (value.isNull()) {
            return; // the same as no value
        }
        if (value.isContainer()) {
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
                    .formatted(manifest.place(YamlDocument.child(pointer, resource)),
                            resource, manifest.title(), cut(value.asString(value.toString())), problem));
        }
    }

    /** A value as it can stand in a message: the beginning of a long one, and its length. */
    static String cut(String value) {
        return value.length() <= SHOWN
                ? value : value.substring(0, SHOWN) + "... (" + value.length() + " characters)";
    }
}
