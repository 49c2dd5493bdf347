package insideinformer.api;

import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.annotation.JsonDeserialize;
import tools.jackson.databind.annotation.JsonSerialize;
import tools.jackson.databind.deser.std.StdDeserializer;
import tools.jackson.databind.ser.std.StdSerializer;

/**
 * One JSON value that our types do not model, kept as the compact UTF-8 text it came as, so that it costs one byte a
 * character and is written back unchanged. Two values are equal if their texts are.
 */
@JsonSerialize(using = RawJson.Writer.class)
@JsonDeserialize(using = RawJson.Reader.class)
public final class RawJson {

    private final byte[] utf8;

    private RawJson(byte[] utf8) {
        this.utf8 = utf8;
    }

    public static RawJson of(JsonNode tree) {
        return new RawJson(Json.MAPPER.writeValueAsBytes(tree));
    }

    /** The value as a tree of the caller's own. */
    public JsonNode tree() {
        return Json.MAPPER.readTree(utf8);
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
            StringWriter text = new StringWriter();
            try (JsonGenerator generator = Json.MAPPER.createGenerator(text)) {
                generator.copyCurrentStructureExact(parser);
            }
            return new RawJson(text.toString().getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public RawJson getNullValue(DeserializationContext context) {
            return new RawJson(new byte[] {'n', 'u', 'l', 'l'});
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
