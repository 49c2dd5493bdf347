package insideinformer.client;

import insideinformer.api.ApiResource;
import insideinformer.api.KubernetesObject;
import insideinformer.json.Json;
import insideinformer.json.JsonInput;
import java.util.Optional;
import tools.jackson.core.JsonParser;
import tools.jackson.core.TokenStreamContext;
import tools.jackson.core.exc.InputCoercionException;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectReader;

/**
 * Decodes objects of one kind from a stream of JSON. If an object does not fit its class, the rest of it is skipped and
 * the stream can be read on.
 */
final class ObjectDecoder<T extends KubernetesObject> {

    private static final byte[] NO_TEXT = {};

    private final ApiResource<T> resource;
    private final ObjectReader reader;
    private final UndecodableObjects undecodable;

    ObjectDecoder(ApiResource<T> resource, UndecodableObjects undecodable) {
        this.resource = resource;
        this.reader = reader(resource.type());
        this.undecodable = undecodable;
    }

    /** Reads a value in the middle of a stream. */
    static ObjectReader reader(Class<?> type) {
        return Json.MAPPER.readerFor(type).without(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
    }

    ApiResource<T> resource() {
        return resource;
    }

    /** Reads the value that the parser stands on as a text; empty if it is an object or an array. */
    static String takeText(JsonParser parser) {
        String text = parser.currentToken().isScalarValue() ? parser.getString() : "";
        parser.skipChildren();
        return text;
    }

    /** An object; or a text, and why it does not fit the class. */
    record Result<T>(Optional<T> object, Optional<Exception> problem, byte[] text) {}

    /** Reads the object that the parser stands on. The caller must report a problem. */
    Result<T> read(JsonInput input, JsonParser parser) {
        long start = input.mark(parser);
        TokenStreamContext outside = parser.currentToken().isStructStart()
                ? parser.streamReadContext().getParent() : parser.streamReadContext();
        Exception problem;
        try {
            T object = reader.readValue(parser);
            if (object != null) {
                return new Result<>(Optional.of(object), Optional.empty(), NO_TEXT);
            }
            problem = new IllegalArgumentException("null stands in place of an object");
        } catch (DatabindException | InputCoercionException e) {
            problem = new IllegalArgumentException(Json.problem(e)); // not e, whose message can quote a Secret
            while (parser.streamReadContext() != outside) {
                parser.nextToken();
            }
        }
        return new Result<>(Optional.empty(), Optional.of(problem), input.textFrom(start, parser));
    }

    /** Reports an object that does not fit its class. Returns its key. */
    String report(byte[] text, Exception problem) {
        JsonNode object = Json.MAPPER.readTree(text);
        String key = key(object);
        undecodable.undecodable(resource, object.isNull() ? "null" : key, problem);
        return key;
    }

    private static String key(JsonNode object) {
        JsonNode metadata = object.path("metadata");
        String namespace = metadata.path("namespace").asString("");
        String name = metadata.path("name").asString("(without a name)");
        return namespace.isEmpty() ? name : namespace + "/" + name;
    }
}
