package insideinformer.client;

import insideinformer.api.ApiResource;
import insideinformer.api.Json;
import insideinformer.api.KubernetesObject;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.util.TokenBuffer;

/**
 * Decodes objects of one kind out of a stream of JSON. Each object's tokens are taken from the stream as a whole before
 * they are decoded, so that the stream goes on behind an object that does not fit its class.
 */
final class ObjectDecoder<T extends KubernetesObject> {

    private final ApiResource<T> resource;
    private final UndecodableObjects undecodable;

    ObjectDecoder(ApiResource<T> resource, UndecodableObjects undecodable) {
        this.resource = resource;
        this.undecodable = undecodable;
    }

    ApiResource<T> resource() {
        return resource;
    }

    /** Takes the value that the parser stands on; numbers keep every digit. */
    static TokenBuffer take(JsonParser parser) {
        TokenBuffer tokens = TokenBuffer.forBuffering(parser, ObjectReadContext.empty()).forceUseOfBigDecimal(true);
        tokens.copyCurrentStructure(parser);
        return tokens;
    }

    /** Takes the value that the parser stands on as text; empty if it is an object or an array. */
    static String takeText(JsonParser parser) {
        String text = parser.currentToken().isScalarValue() ? parser.getString() : "";
        parser.skipChildren();
        return text;
    }

    /** Empty if the object does not fit its class; that has been reported then. */
    Optional<T> decode(TokenBuffer tokens) {
        try {
            T object = Json.MAPPER.readValue(tokens, resource.type());
            if (object != null) {
                return Optional.of(object);
            }
            undecodable.undecodable(resource, "null",
                    new IllegalArgumentException("null stands in place of an object"));
        } catch (JacksonException e) {
            undecodable.undecodable(resource, key(tokens), e);
        }
        return Optional.empty();
    }

    static String key(TokenBuffer tokens) {
        JsonNode metadata = Json.MAPPER.readTree(tokens).path("metadata");
        String namespace = metadata.path("namespace").asString("");
        String name = metadata.path("name").asString("(without a name)");
        return namespace.isEmpty() ? name : namespace + "/" + name;
    }
}
