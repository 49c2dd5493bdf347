package insideinformer.apiserver.bodies;

import insideinformer.apiserver.store.Meta;
import insideinformer.api.ApiException;
import insideinformer.apiserver.errors.Errors;
import insideinformer.apiserver.kinds.ResourceType;
import insideinformer.apiserver.kinds.ServedTypes;
import insideinformer.json.Json;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Turns a protobuf body into the JSON that Go would make of it. {@link Schema} says what the bytes mean. A field that
 * it does not know is refused, because the client would lose it otherwise. Answers are never protobuf.
 *
 * <p>Upstream: {@code apimachinery/pkg/runtime/serializer/protobuf}, and {@code generated.pb.go} of each package.
 */
public final class ProtobufBody {

    public static final String MEDIA_TYPE = "application/vnd.kubernetes.protobuf";

    private static final byte[] MAGIC = {'k', '8', 's', 0};
    private static final int VARINT = 0;
    private static final int LENGTH = 2;

    private static final DateTimeFormatter MICRO_TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);
    private static final JsonNodeFactory NODES = Json.MAPPER.getNodeFactory();

    private final byte[] bytes;
    private final int end;
    private int at;

    private ProtobufBody(byte[] bytes, int from, int end) {
        this.bytes = bytes;
        this.at = from;
        this.end = end;
    }

    /** Custom kinds have no protobuf. */
    static boolean knows(ResourceType type) {
        return Schema.of(type.gvr().apiVersion(), type.kind()) != null;
    }

    /** The object in its envelope, with kind and apiVersion from there; a body that names no kind is of this one. */
    public static ObjectNode decode(ServedTypes served, ResourceType type, byte[] body) throws ApiException {
        Envelope envelope = envelope(body);
        ObjectNode object = Json.MAPPER.createObjectNode();
        if (envelope.kind().isEmpty() && envelope.apiVersion().isEmpty()) {
            object.put("kind", type.kind()).put("apiVersion", type.gvr().apiVersion());
        } else {
            object.put("kind", envelope.kind()).put("apiVersion", envelope.apiVersion());
        }
        Bodies.checkKind(served, type, object);
        Schema.Message message = Schema.of(type.gvr().apiVersion(), type.kind());
        if (message == null) {
            throw Negotiation.unsupported(List.of(Answers.JSON));
        }
        return object.setAll(envelope.read(message));
    }

    /** The options of a delete, which belong to every group. */
    public static ObjectNode decodeDeleteOptions(byte[] body) throws ApiException {
        Envelope envelope = envelope(body);
        ObjectNode options = Json.MAPPER.createObjectNode()
                .put("kind", envelope.kind()).put("apiVersion", envelope.apiVersion());
        Schema.Message message = Schema.of("v1", "DeleteOptions");
        return message == null || !envelope.kind().equals("DeleteOptions")
                ? options
                : options.setAll(envelope.read(message));
    }

    private record Envelope(String apiVersion, String kind, byte[] raw) {

        ObjectNode read(Schema.Message message) throws ApiException {
            return new ProtobufBody(raw, 0, raw.length).message(message);
        }
    }

    private static Envelope envelope(byte[] body) throws ApiException {
        if (body.length < MAGIC.length || !Arrays.equals(body, 0, MAGIC.length, MAGIC, 0, MAGIC.length)) {
            throw malformed("it does not begin with the magic bytes of Kubernetes");
        }
        Parts parts = new ProtobufBody(body, MAGIC.length, body.length).parts("Unknown", 4);
        Parts type = parts.nested(1).parts("TypeMeta", 2);
        if (!parts.text(3).isEmpty()) {
            throw malformed("its content is encoded as " + parts.text(3) + ", which is not read here");
        }
        return new Envelope(type.text(1), type.text(2), parts.content(2));
    }

    private ObjectNode message(Schema.Message message) throws ApiException {
        Map<Schema.Field, JsonNode> values = new HashMap<>();
        while (at < end) {
            long tag = varint();
            Schema.Field field = message.number((int) Math.min(tag >>> 3, Integer.MAX_VALUE));
            if (field == null) {
                throw malformed("field " + (tag >>> 3) + " of " + message.name() + " is not known here; send JSON");
            }
            switch (field.type().target()) {
                case Schema.Type.ListOf(Schema.Type element, String go) -> {
                    JsonNode list = values.computeIfAbsent(field, f -> NODES.arrayNode());
                    ((ArrayNode) list).add(value(tag, element.target()));
                }
                case Schema.Type.MapOf(Schema.Type value, String go) -> {
                    JsonNode map = values.computeIfAbsent(field, f -> NODES.objectNode());
                    nested(tag).entry((ObjectNode) map, value);
                }
                default -> values.put(field, value(tag, field.type().target()));
            }
        }
        ObjectNode object = NODES.objectNode();
        for (Schema.Field field : message.fields()) {
            put(object, field, values.get(field));
        }
        return object;
    }

    /** A field as Go writes it: what holds nothing is left out where the field says so; a struct holds something. */
    private static void put(ObjectNode object, Schema.Field field, @Nullable JsonNode read) throws ApiException {
        boolean pointer = field.type() instanceof Schema.Type.Pointer;
        if (field.isInline()) {
            if (field.number() > 0 && (read != null || !pointer)
                    && (read == null ? zero(field.type()) : read) instanceof ObjectNode inner) {
                object.setAll(inner);
            }
            return;
        }
        if (field.number() == 0) {
            return; // kind and apiVersion of an object within another
        }
        JsonNode value = read == null ? zero(field.type()) : read;
        boolean nothing = switch (field.presence()) {
            case ALWAYS -> false;
            case OMITEMPTY -> pointer ? read == null : isEmpty(field.type(), value);
            case OMITZERO -> pointer ? read == null : value.equals(zero(field.type()));
        };
        if (!nothing) {
            object.set(field.name(), value);
        }
    }

    /** Whether omitempty leaves it out: nothing but false, 0, no text, no bytes, no list and no map. */
    private static boolean isEmpty(Schema.Type type, JsonNode value) {
        return switch (type) {
            case Schema.Type.Plain(Schema.Form form, String go) -> switch (form) {
                case STRING, BYTES -> value.isNull() || value.stringValue().isEmpty();
                case BOOL -> !value.booleanValue();
                case INT32, INT64 -> value.longValue() == 0;
                case QUANTITY, TIME, MICROTIME, INTORSTRING, FIELDSV1 -> false;
            };
            case Schema.Type.ListOf list -> value.isNull();
            case Schema.Type.MapOf map -> value.isNull();
            case Schema.Type.Pointer pointer -> false;
            case Schema.Type.Struct struct -> false;
        };
    }

    /** What Go holds where the bytes say nothing. */
    private static JsonNode zero(Schema.Type type) throws ApiException {
        return switch (type) {
            case Schema.Type.Plain(Schema.Form form, String go) -> switch (form) {
                case STRING -> NODES.stringNode("");
                case BOOL -> NODES.booleanNode(false);
                case INT32, INT64, INTORSTRING -> number(0);
                case QUANTITY -> NODES.stringNode("0");
                case BYTES, TIME, MICROTIME, FIELDSV1 -> NODES.nullNode();
            };
            case Schema.Type.Struct(Schema.Message message, String go) ->
                    new ProtobufBody(MAGIC, 0, 0).message(message);
            default -> NODES.nullNode();
        };
    }

    private void entry(ObjectNode map, Schema.Type valueType) throws ApiException {
        String key = "";
        JsonNode value = zero(valueType);
        while (at < end) {
            long tag = varint();
            switch ((int) (tag >>> 3)) {
                case 1 -> key = nested(tag).text();
                case 2 -> value = value(tag, valueType.target());
                default -> throw malformed("an entry of a map has more than key and value");
            }
        }
        map.set(key, value);
    }

    private JsonNode value(long tag, Schema.Type type) throws ApiException {
        return switch (type) {
            case Schema.Type.Plain(Schema.Form form, String go) -> plain(tag, form);
            case Schema.Type.Struct(Schema.Message message, String go) -> nested(tag).message(message);
            default -> throw new IllegalStateException("no value of its own: " + type.go());
        };
    }

    private JsonNode plain(long tag, Schema.Form form) throws ApiException {
        return switch (form) {
            case STRING -> NODES.stringNode(nested(tag).text());
            case BOOL -> NODES.booleanNode(varint(tag) != 0);
            case INT32 -> number((int) varint(tag));
            case INT64 -> number(varint(tag));
            case BYTES -> NODES.stringNode(Base64.getEncoder().encodeToString(nested(tag).content()));
            case QUANTITY -> NODES.stringNode(nested(tag).parts("Quantity", 1).text(1));
            case TIME, MICROTIME -> nested(tag).time(form);
            case INTORSTRING -> {
                Parts parts = nested(tag).parts("IntOrString", 3);
                yield parts.number(1) == 0 ? number((int) parts.number(2)) : NODES.stringNode(parts.text(3));
            }
            case FIELDSV1 -> {
                byte[] raw = nested(tag).parts("FieldsV1", 1).content(1);
                try {
                    yield raw.length == 0 ? NODES.nullNode() : Json.MAPPER.readTree(raw);
                } catch (JacksonException e) {
                    throw malformed("its managed fields are no JSON");
                }
            }
        };
    }

    /** As a reader of JSON makes it. */
    private static JsonNode number(long value) {
        return NODES.numberNode(BigInteger.valueOf(value));
    }

    /** A time; one without bytes is none. Only times with microseconds keep what is below a second. */
    private JsonNode time(Schema.Form form) throws ApiException {
        if (at == end) {
            return NODES.nullNode();
        }
        Parts parts = parts("Timestamp", 2);
        try {
            return NODES.stringNode(form == Schema.Form.TIME
                    ? Meta.timestamp(Instant.ofEpochSecond(parts.number(1)))
                    : MICRO_TIME.format(Instant.ofEpochSecond(parts.number(1), parts.number(2))));
        } catch (DateTimeException | ArithmeticException e) {
            throw malformed("it has a time that no calendar has");
        }
    }

    /** The fields of a small message, by number. */
    private record Parts(Map<Integer, Long> numbers, Map<Integer, byte[]> contents) {

        long number(int field) {
            return numbers.getOrDefault(field, 0L);
        }

        byte[] content(int field) {
            return contents.getOrDefault(field, new byte[0]);
        }

        String text(int field) {
            return new String(content(field), StandardCharsets.UTF_8);
        }

        ProtobufBody nested(int field) {
            return new ProtobufBody(content(field), 0, content(field).length);
        }
    }

    /** @param most the highest number that the message has */
    private Parts parts(String name, int most) throws ApiException {
        Parts parts = new Parts(new HashMap<>(), new HashMap<>());
        while (at < end) {
            long tag = varint();
            int number = (int) (tag >>> 3);
            if (number < 1 || number > most) {
                throw malformed("field " + (tag >>> 3) + " of " + name + " is not known here; send JSON");
            }
            if ((tag & 7) == VARINT) {
                parts.numbers().put(number, varint());
            } else {
                parts.contents().put(number, nested(tag).content());
            }
        }
        return parts;
    }

    private String text() {
        return new String(bytes, at, end - at, StandardCharsets.UTF_8);
    }

    private byte[] content() {
        return Arrays.copyOfRange(bytes, at, end);
    }

    /** What a field with a length holds; this reader goes on behind it. */
    private ProtobufBody nested(long tag) throws ApiException {
        requireWireType(tag, LENGTH);
        long length = varint();
        int from = at;
        if (length < 0 || length > end - at) {
            throw malformed("it ends within a field");
        }
        at += (int) length;
        return new ProtobufBody(bytes, from, at);
    }

    private long varint(long tag) throws ApiException {
        requireWireType(tag, VARINT);
        return varint();
    }

    private long varint() throws ApiException {
        long value = 0;
        for (int shift = 0; shift < Long.SIZE; shift += 7) {
            if (at == end) {
                throw malformed("it ends within a field");
            }
            byte b = bytes[at++];
            value |= (long) (b & 0x7F) << shift;
            if (b >= 0) {
                return value;
            }
        }
        throw malformed("it has a number of more than ten bytes");
    }

    private static void requireWireType(long tag, int expected) throws ApiException {
        if ((tag & 7) != expected) {
            throw malformed("field " + (tag >>> 3) + " is not of the type that it is known to have");
        }
    }

    private static ApiException malformed(String why) {
        return Errors.badRequest("the protobuf body cannot be read: " + why);
    }
}
