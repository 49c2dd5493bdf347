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
 * A JSON value that no class models, such as a field of a newer Kubernetes. It is kept as the UTF-8 text it came as, so
 * it costs little more than a byte a character and is written back unchanged. A value that spans lines, or that does
 * not come through a {@link JsonInput}, is written again without spaces. Immutable.
 *
 * <p>Two values are equal if their texts are: {@code 1.0} is not {@code 1.00}. The text form shows only the length,
 * because the value can be a Secret's data and text forms end up in logs.
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

    /** The text of the tree as it is now. */
    public static RawJson of(JsonNode tree) {
        return new RawJson(Json.MAPPER.writeValueAsBytes(tree));
    }

    /** A new tree of the value, which the caller may change. */
    public JsonNode tree() {
        return Json.MAPPER.readTree(utf8);
    }

    /** Reads the value that the parser stands on. */
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

    /** For text that is not at hand, or that is another format than JSON. */
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
    public String text() {
        return new String(utf8, StandardCharsets.UTF_8);
    }

    @Override
    public String toString() {
        return "RawJson[" + utf8.length + " bytes]";
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
            generator.writeRawValue(value.text());
        }
    }
}
