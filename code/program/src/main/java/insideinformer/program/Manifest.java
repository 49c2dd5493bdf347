package insideinformer.program;

import insideinformer.apiserver.yaml.YamlDocument;
import java.nio.file.Path;
import tools.jackson.databind.node.ObjectNode;

/**
 * One object as the user wrote it, and its place in a file.
 *
 * @param document the document that holds it
 * @param at its JSON pointer in the document; empty unless it is an item of a list
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

    /** Empty if the server is to generate one. */
    String name() {
        return object.path("metadata").path("name").asString("");
    }

    /** The beginning of a name that the server generates. */
    String generateName() {
        return object.path("metadata").path("generateName").asString("");
    }

    /** Empty if the manifest names none. */
    String namespace() {
        return object.path("metadata").path("namespace").asString("");
    }

    /** Such as {@code Pod lantern/cart}. */
    String title() {
        String name = name().isEmpty() ? generateName() : name();
        return (kind() + " " + (namespace().isEmpty() ? "" : namespace() + "/") + name).strip();
    }

    /** The file and line of the value at {@code pointer}, such as {@code lantern.yaml:12}. */
    String place(String pointer) {
        return file + ":" + document.line(at + pointer);
    }
}
