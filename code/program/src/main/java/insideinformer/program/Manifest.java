package insideinformer.program;

import insideinformer.apiserver.yaml.YamlDocument;
import java.nio.file.Path;
import tools.jackson.databind.node.ObjectNode;

/**
 * One object as a user wrote it, and where.
 *
 * @param document what holds it
 * @param at the JSON pointer to it in the document; empty unless it is an item of a list
 */
record Manifest(Path file, ObjectNode object, YamlDocument document, String at) {

    String apiVersion() {
        return object.path("apiVersion").asString("");
    }

    /** Empty for the core group. */
    String group() {
        return apiVersion().contains("/") ? apiVersion().replaceFirst("/.*", "") : "";
    }

    String kind() {
        return object.path("kind").asString("");
    }

    /** Empty where the server is to make one up. */
    String name() {
        return object.path("metadata").path("name").asString("");
    }

    /** What a name that the server makes up begins with. */
    String generateName() {
        return object.path("metadata").path("generateName").asString("");
    }

    /** Empty where the manifest does not say. */
    String namespace() {
        return object.path("metadata").path("namespace").asString("");
    }

    /** {@code Pod lantern/cart}. */
    String title() {
        String name = name().isEmpty() ? generateName() : name();
        return (kind() + " " + (namespace().isEmpty() ? "" : namespace() + "/") + name).strip();
    }

    /** {@code lantern.yaml:12}: where the value at {@code pointer} stands. */
    String place(String pointer) {
        return file + ":" + document.line(at + pointer);
    }
}
