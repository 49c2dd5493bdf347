package insideinformer.program;

import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;
import tools.jackson.dataformat.yaml.YAMLParser;

/** Reads manifests: files or folders of YAML or JSON, several documents a file, remembering the line of every value. */
final class ManifestReader {

    private static final YAMLMapper YAML = new YAMLMapper();

    private final Path file;
    private final YAMLParser parser;

    private ManifestReader(Path file, YAMLParser parser) {
        this.file = file;
        this.parser = parser;
    }

    /** All objects in {@code path}; of a folder, those in its {@code .yaml}, {@code .yml} and {@code .json} files, sorted by path. */
    static List<Manifest> read(Path path) throws UserError {
        List<Manifest> manifests = new ArrayList<>();
        for (Path file : filesOf(path)) {
            String text = textOf(file);
            try (YAMLParser parser = (YAMLParser) YAML.createParser(text)) {
                new ManifestReader(file, parser).readDocuments(manifests);
            } catch (JacksonException e) {
                throw new UserError("%s:%d: this is not valid YAML: %s".formatted(
                        file, e.getLocation() == null ? 1 : e.getLocation().getLineNr(),
                                firstLine(e.getOriginalMessage())));
            }
        }
        return manifests;
    }

    private static List<Path> filesOf(Path path) throws UserError {
        if (!Files.exists(path)) {
            throw new UserError(path
                    + ": there is no such file or folder; MANIFESTS wants one (or `none` to start empty)");
        }
        if (!Files.isDirectory(path)) {
            return List.of(path);
        }
        try (Stream<Path> walk = Files.walk(path)) {
            List<Path> files = walk.filter(Files::isRegularFile)
                    .filter(f -> f.getFileName().toString().matches(".*\\.(yaml|yml|json)"))
                    .sorted()
                    .toList();
            if (files.isEmpty()) {
                throw new UserError(path + ": this folder holds no .yaml, .yml or .json file");
            }
            return files;
        } catch (IOException e) {
            throw new UserError(path + ": the folder cannot be read: " + e.getMessage());
        }
    }

    private static String textOf(Path file) throws UserError {
        try {
            return Files.readString(file);
        } catch (MalformedInputException e) {
            throw new UserError(file + ": this is not UTF-8 text; save it as UTF-8");
        } catch (IOException e) {
            throw new UserError(file + ": the file cannot be read: " + e.getMessage());
        }
    }

    private void readDocuments(List<Manifest> into) throws UserError {
        for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
            if (token == JsonToken.VALUE_NULL || (token == JsonToken.VALUE_STRING && parser.getString().isBlank())) {
                continue; // a document of nothing but comments
            }
            Map<String, Integer> lines = new HashMap<>();
            int line = line();
            JsonNode document = readValue("", lines);
            if (!(document instanceof ObjectNode object)) {
                throw new UserError("%s:%d: this document is not an object: it needs apiVersion, kind and metadata"
                        .formatted(file, line));
            }
            addFlattened(object, "", lines, into);
        }
    }

    /** A {@code List} stands for its items, as {@code kubectl get -o yaml} writes it. */
    private void addFlattened(ObjectNode object, String at, Map<String, Integer> lines,
            List<Manifest> into) throws UserError {
        if (object.path("kind").asString("").endsWith("List") && object.path("items") instanceof ArrayNode items) {
            for (int i = 0; i < items.size(); i++) {
                String pointer = at + "/items/" + i;
                if (!(items.get(i) instanceof ObjectNode item)) {
                    throw new UserError("%s:%d: item %d of this list is not an object".formatted(file,
                            lines.get(pointer), i));
                }
                addFlattened(item, pointer, lines, into);
            }
            return;
        }
        into.add(new Manifest(file, object, below(at, lines)));
    }

    private static Map<String, Integer> below(String at, Map<String, Integer> lines) {
        if (at.isEmpty()) {
            return lines;
        }
        Map<String, Integer> own = new HashMap<>();
        lines.forEach((pointer, line) -> {
            if (pointer.equals(at) || pointer.startsWith(at + "/")) {
                own.put(pointer.substring(at.length()), line);
            }
        });
        return own;
    }

    private JsonNode readValue(String pointer, Map<String, Integer> lines) throws UserError {
        lines.put(pointer, line());
        if (parser.isCurrentAlias()) {
            throw new UserError("%s:%d: the alias *%s is not supported here; write the value out".formatted(file,
                    line(), parser.getString()));
        }
        return switch (parser.currentToken()) {
            case START_OBJECT -> readObject(pointer, lines);
            case START_ARRAY -> readArray(pointer, lines);
            default -> scalar();
        };
    }

    private ObjectNode readObject(String pointer, Map<String, Integer> lines) throws UserError {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String key = parser.currentName();
            int line = line();
            parser.nextToken();
            if (object.has(key)) {
                throw new UserError("%s:%d: the key `%s` stands here twice; keep one".formatted(file, line, key));
            }
            object.set(key, readValue(pointer + "/" + key.replace("~", "~0").replace("/", "~1"), lines));
        }
        return object;
    }

    private ArrayNode readArray(String pointer, Map<String, Integer> lines) throws UserError {
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            array.add(readValue(pointer + "/" + array.size(), lines));
        }
        return array;
    }

    private JsonNode scalar() {
        JsonNodeFactory nodes = JsonNodeFactory.instance;
        return switch (parser.currentToken()) {
            case VALUE_TRUE -> nodes.booleanNode(true);
            case VALUE_FALSE -> nodes.booleanNode(false);
            case VALUE_NULL -> nodes.nullNode();
            case VALUE_NUMBER_INT -> nodes.numberNode(parser.getBigIntegerValue());
            case VALUE_NUMBER_FLOAT -> nodes.numberNode(parser.getDecimalValue());
            default -> nodes.stringNode(parser.getString());
        };
    }

    private int line() {
        return parser.currentTokenLocation().getLineNr();
    }

    private static String firstLine(String message) {
        return message.lines().findFirst().orElse(message);
    }
}
