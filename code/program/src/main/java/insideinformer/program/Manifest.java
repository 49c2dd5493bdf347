package insideinformer.program;

import java.nio.file.Path;
import java.util.Map;
import tools.jackson.databind.node.ObjectNode;

/**
 * One object as a user wrote it, and where.
 *
 * @param lines the line of every value, by JSON pointer; the object's own stands under the empty text
 */
record Manifest(Path file, ObjectNode object, Map<String, Integer> lines) {

    String apiVersion() {
        return object.path("apiVersion").asString("");
    }

    String kind() {
        return object.path("kind").asString("");
    }

    String name() {
        return object.path("metadata").path("name").asString("");
    }

    /** Empty where the manifest does not say. */
    String namespace() {
        return object.path("metadata").path("namespace").asString("");
    }

    /** {@code Pod lantern/cart}. */
    String title() {
        return kind() + " " + (namespace().isEmpty() ? "" : namespace() + "/") + name();
    }

    /** {@code lantern.yaml:12}: where the value at {@code pointer} stands. */
    String place(String pointer) {
        return file + ":" + lines.getOrDefault(pointer, lines.get(""));
    }
}
