package insideinformer.program;

import insideinformer.apiserver.yaml.YamlDocument;
import insideinformer.apiserver.yaml.YamlException;
import insideinformer.apiserver.yaml.YamlReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Reads manifests from files or folders of YAML or JSON. A file can hold several documents. */
final class ManifestReader {

    private final Path file;
    private final List<Manifest> found = new ArrayList<>();

    private ManifestReader(Path file) {
        this.file = file;
    }

    /**
     * Reads all objects in a file or folder.
     *
     * @param report gets one line for each file of a folder that is skipped
     */
    static List<Manifest> read(Path path, Consumer<String> report) throws UserError {
        List<Manifest> manifests = new ArrayList<>();
        boolean inFolder = Files.isDirectory(path);
        for (Path file : ManifestFiles.of(path, report)) {
            List<YamlDocument> documents = documentsOf(file);
            if (inFolder && documents.stream().noneMatch(ManifestReader::looksLikeManifest)) {
                report.accept(file + ": skipped: it holds no object with apiVersion or kind");
                continue;
            }
            ManifestReader reader = new ManifestReader(file);
            for (YamlDocument document : documents) {
                reader.readDocument(document);
            }
            manifests.addAll(reader.found);
        }
        if (manifests.isEmpty()) {
            throw new UserError(path + ": there is no object in here; MANIFESTS wants some (or `none` to start empty)");
        }
        return manifests;
    }

    private static List<YamlDocument> documentsOf(Path file) throws UserError {
        String text = ManifestFiles.textOf(file);
        try {
            return YamlReader.read(text).stream().filter(document -> !isEmpty(document.root())).toList();
        } catch (YamlException e) {
            String hint = text.contains("{{") ? ". Is this a template? Load what `helm template` prints" : "";
            throw new UserError("%s:%d: %s%s".formatted(file, e.line(), e.problem(), hint));
        }
    }

    private static boolean isEmpty(JsonNode root) {
        return root.isNull() || root.isString() && root.asString().isBlank();
    }

    private static boolean looksLikeManifest(YamlDocument document) {
        return document.root().has("apiVersion") || document.root().has("kind");
    }

    private void readDocument(YamlDocument document) throws UserError {
        if (!(document.root() instanceof ObjectNode object)) {
            throw new UserError("%s:%d: this document is not an object: it needs apiVersion, kind and metadata"
                    .formatted(file, document.line("")));
        }
        addFlattened(object, document, "");
    }

    /**
     * Takes the items out of a {@code List}, which is what {@code kubectl get -o yaml} writes. An item of a PodList
     * needs no kind.
     */
    private void addFlattened(ObjectNode object, YamlDocument document, String at) throws UserError {
        String kind = object.path("kind").asString("");
        if (!kind.endsWith("List") || !(object.path("items") instanceof ArrayNode items)) {
            if (!isEmptyList(object, kind)) {
                found.add(new Manifest(file, object, document, at));
            }
            return;
        }
        for (int i = 0; i < items.size(); i++) {
            String pointer = at + "/items/" + i;
            if (!(items.get(i) instanceof ObjectNode item)) {
                throw new UserError("%s:%d: item %d of this list is not an object".formatted(file,
                        document.line(pointer), i));
            }
            if (!kind.equals("List") && !item.has("kind") && !item.has("apiVersion")) {
                item.put("kind", kind.substring(0, kind.length() - "List".length()));
                item.set("apiVersion", object.path("apiVersion"));
            }
            addFlattened(item, document, pointer);
        }
    }

    private static boolean isEmptyList(ObjectNode object, String kind) {
        return kind.equals("List") && (object.path("items").isMissingNode() || object.path("items").isNull());
    }
}
