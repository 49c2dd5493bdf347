package insideinformer.json;

import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.annotation.JsonDeserialize;
import tools.jackson.databind.annotation.JsonSerialize;
import tools.jackson.databind.deser.std.StdDeserializer;
import tools.jackson.databind.ser.std.StdSerializer;

/**
 * One JSON value that our types do not model, kept as the UTF-8 text it came as, so that it costs little more than one
 * byte a character and is written back unchanged; only what spans lines, or does not come through a {@link JsonInput},
 * is written anew and compactly. Immutable. Two values are equal if their texts are: {@code 1.0} is not {@code 1.00}.
 *
 * <p>No upstream: Go's typed clients drop what their types do not model.
 */
@JsonSerialize(using = RawJson.Writer.class)
@JsonDeserialize(using = RawJson.Reader.class)
public final class RawJson {

    static final RawJson NULL = new RawJson(new byte[] {'n', 'u', 'l', 'l'});

    private final byte[] utf8;

    RawJson(byte[] utf8) {
        this.utf8 = utf8;
    }

    /** The tree's text, as of now. */
    public static RawJson of(JsonNode tree) {
        return new RawJson(Json.MAPPER.writeValueAsBytes(tree));
    }

    /** The value as a tree of the caller's own. */
    public JsonNode tree() {
        return Json.MAPPER.readTree(utf8);
    }

    /** Takes the value that the parser stands on. */
    static RawJson read(JsonParser parser) {
        if (!(parser.streamReadInputSource() instanceof JsonInput input)) {
            return rewritten(parser);
        }
        TokenStreamLocation start = parser.currentTokenLocation();
        parser.skipChildren();
        TokenStreamLocation end = JsonInput.endOfValue(parser);
        int from = input.index(start.getByteOffset());
        int to = input.index(end.getByteOffset());
        if (start.getLineNr() != end.getLineNr()) { // indented for people
            return of(Json.MAPPER.readTree(input.kept(), from, to - from));
        }
        return Shared.json(input.kept(), from, to);
    }

    /** For text that is not at hand, or in another format than JSON. */
    private static RawJson rewritten(JsonParser parser) {
        StringWriter text = new StringWriter();
        try (JsonGenerator generator = Json.MAPPER.createGenerator(text)) {
            generator.copyCurrentStructureExact(parser);
        }
        return new RawJson(text.toString().getBytes(StandardCharsets.UTF_8));
    }

    boolean hasText(byte[] bytes, int from, int to) {
        return Arrays.equals(utf8, 0, utf8.length, bytes, from, to);
    }

    @Override
    public boolean equals(Object o) {
        return o instanceof RawJson other && Arrays.equals(utf8, other.utf8);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(utf8);
    }

    /** The JSON text. */
    @Override
    public String toString() {
        return new String(utf8, StandardCharsets.UTF_8);
    }

    static final class Reader extends StdDeserializer<RawJson> {

        Reader() {
            super(RawJson.class);
        }

        @Override
        public RawJson deserialize(JsonParser parser, DeserializationContext context) {
            return read(parser);
        }

        @Override
        public RawJson getNullValue(DeserializationContext context) {
            return NULL;
        }
    }

    static final class Writer extends StdSerializer<RawJson> {

        Writer() {
            super(RawJson.class);
        }

        @Override
        public void serialize(RawJson value, JsonGenerator generator, SerializationContext context) {
            generator.writeRawValue(value.toString());
        }
    }
}
