package insideinformer.apiserver.bodies;

import insideinformer.api.ApiException;
import insideinformer.apiserver.errors.Errors;
import insideinformer.apiserver.kinds.ResourceType;
import insideinformer.apiserver.yaml.YamlDocument;
import insideinformer.apiserver.yaml.YamlException;
import insideinformer.apiserver.yaml.YamlReader;
import insideinformer.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.List;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * Bodies in YAML, from JSON and to JSON. Answers have all texts in quotes, so that no text is taken for a number or a
 * boolean. A key that stands twice is refused, whatever the client asks of field validation.
 *
 * <p>Upstream: {@code apimachinery/pkg/runtime/serializer/json, Serializer} with {@code Yaml}.
 */
public final class YamlBodies {

    public static final String MEDIA_TYPE = "application/yaml";

    private static final YAMLMapper MAPPER = new YAMLMapper();

    private YamlBodies() {}

    /** The first document as JSON; 400 if it cannot be read. */
    public static byte[] decode(ResourceType type, byte[] yaml) throws ApiException {
        try {
            List<YamlDocument> documents = YamlReader.read(new String(yaml, StandardCharsets.UTF_8));
            return documents.isEmpty() ? new byte[0] : Json.MAPPER.writeValueAsBytes(documents.getFirst().root());
        } catch (YamlException e) {
            throw Errors.badRequest("the object provided is unrecognized (must be of type " + type.kind()
                    + "): couldn't get version/kind; yaml parse error in line " + e.line() + ": " + e.problem());
        }
    }

    static byte[] encode(byte[] json) {
        return MAPPER.writeValueAsBytes(Json.MAPPER.readTree(json));
    }
}
