package insideinformer.apiserver;

import insideinformer.api.ApiException;
import insideinformer.api.Json;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads the few kinds that {@code kubectl create} sends as protobuf, whatever the server says it accepts. Fields that
 * are not described here are left out. Answers are JSON all the same.
 *
 * <p>Upstream: {@code apimachinery/pkg/runtime/serializer/protobuf}; the numbers of the fields stand in
 * {@code generated.proto} of each package.
 */
final class ProtobufBody {

    static final String MEDIA_TYPE = "application/vnd.kubernetes.protobuf";

    private static final byte[] MAGIC = {'k', '8', 's', 0};
    private static final int VARINT = 0;
    private static final int FIXED_64 = 1;
    private static final int LENGTH = 2;
    private static final int FIXED_32 = 5;

    /** How a field's bytes become JSON. */
    private sealed interface Type {
        record Text() implements Type {}

        record Bytes() implements Type {}

        record Number() implements Type {}

        record Flag() implements Type {}

        record Time() implements Type {}

        /** A message whose only field is a text. */
        record Wrapped() implements Type {}

        record Entries(Type value) implements Type {}

        record Message(Map<Integer, Field> fields) implements Type {}
    }

    private record Field(String name, boolean repeated, Type type) {}

    private static final Type TEXT = new Type.Text();
    private static final Type TEXTS = new Type.Entries(TEXT);
    private static final Type BLOBS = new Type.Entries(new Type.Bytes());
    private static final Type QUANTITIES = new Type.Entries(new Type.Wrapped());

    private static final Type.Message META = message(Map.ofEntries(
            one(1, "name", TEXT),
            one(2, "generateName", TEXT),
            one(3, "namespace", TEXT),
            one(5, "uid", TEXT),
            one(6, "resourceVersion", TEXT),
            one(7, "generation", new Type.Number()),
            one(8, "creationTimestamp", new Type.Time()),
            one(11, "labels", TEXTS),
            one(12, "annotations", TEXTS),
            many(14, "finalizers", TEXT)));

    private static final Type.Message SCOPE_SELECTOR = message(Map.ofEntries(many(1, "matchExpressions",
            message(Map.ofEntries(one(1, "scopeName", TEXT), one(2, "operator", TEXT), many(3, "values", TEXT))))));

    private static final Map<String, Type.Message> KINDS = Map.of(
            "namespaces", message(Map.ofEntries(one(1, "metadata", META))),
            "configmaps", message(Map.ofEntries(
                    one(1, "metadata", META),
                    one(2, "data", TEXTS),
                    one(3, "binaryData", BLOBS),
                    one(4, "immutable", new Type.Flag()))),
            "secrets", message(Map.ofEntries(
                    one(1, "metadata", META), one(2, "data", BLOBS), one(3, "type", TEXT),
                            one(4, "stringData", TEXTS))),
            "resourcequotas", message(Map.ofEntries(
                    one(1, "metadata", META),
                    one(2, "spec", message(Map.ofEntries(
                            one(1, "hard", QUANTITIES),
                            many(2, "scopes", TEXT),
                            one(3, "scopeSelector", SCOPE_SELECTOR)))))));

    private final byte[] bytes;
    private final int end;
    private int at;

    private ProtobufBody(byte[] bytes, int from, int end) {
        this.bytes = bytes;
        this.at = from;
        this.end = end;
    }

    static boolean knows(ResourceType type) {
        return type.gvr().group().isEmpty() && KINDS.containsKey(type.gvr().resource());
    }

    /** The object in its envelope, with kind and apiVersion from there. */
    static ObjectNode decode(ResourceType type, byte[] body) throws ApiException {
        Type.Message schema = Optional.ofNullable(KINDS.get(type.gvr().resource())).orElseThrow();
        if (body.length < MAGIC.length || !Arrays.equals(body, 0, MAGIC.length, MAGIC, 0, MAGIC.length)) {
            throw malformed("it does not begin with the magic bytes of Kubernetes");
        }
        Envelope envelope = new ProtobufBody(body, MAGIC.length, body.length).envelope();
        ObjectNode object = Json.MAPPER.createObjectNode();
        object.put("apiVersion", envelope.apiVersion()).put("kind", envelope.kind());
        new ProtobufBody(envelope.raw(), 0, envelope.raw().length).readInto(object, schema);
        return object;
    }

    private record Envelope(String apiVersion, String kind, byte[] raw) {}

    private Envelope envelope() throws ApiException {
        String apiVersion = "";
        String kind = "";
        byte[] raw = {};
        while (at < end) {
            long tag = varint();
            switch ((int) (tag >>> 3)) {
                case 1 -> {
                    ObjectNode type = Json.MAPPER.createObjectNode();
                    nested(tag).readInto(type,
                            message(Map.ofEntries(one(1, "apiVersion", TEXT), one(2, "kind", TEXT))));
                    apiVersion = type.path("apiVersion").asString("");
                    kind = type.path("kind").asString("");
                }
                case 2 -> {
                    ProtobufBody object = nested(tag);
                    raw = Arrays.copyOfRange(object.bytes, object.at, object.end);
                }
                default -> skip(tag);
            }
        }
        return new Envelope(apiVersion, kind, raw);
    }

    private void readInto(ObjectNode target, Type.Message schema) throws ApiException {
        while (at < end) {
            long tag = varint();
            Field field = schema.fields().get((int) (tag >>> 3));
            if (field == null) {
                skip(tag);
            } else if (field.type() instanceof Type.Entries(Type value)) {
                nested(tag).readEntry(Trees.object(target, field.name()), value);
            } else if (field.repeated()) {
                ArrayNode list = target.get(field.name()) instanceof ArrayNode present
                        ? present : target.putArray(field.name());
                list.add(value(tag, field.type()));
            } else {
                target.set(field.name(), value(tag, field.type()));
            }
        }
    }

    private void readEntry(ObjectNode map, Type valueType) throws ApiException {
        String key = "";
        JsonNode value = Json.MAPPER.getNodeFactory().stringNode("");
        while (at < end) {
            long tag = varint();
            switch ((int) (tag >>> 3)) {
                case 1 -> key = nested(tag).text();
                case 2 -> value = value(tag, valueType);
                default -> skip(tag);
            }
        }
        map.set(key, value);
    }

    private JsonNode value(long tag, Type type) throws ApiException {
        var nodes = Json.MAPPER.getNodeFactory();
        return switch (type) {
            case Type.Text text -> nodes.stringNode(nested(tag).text());
            case Type.Bytes blob -> {
                ProtobufBody part = nested(tag);
                byte[] content = Arrays.copyOfRange(part.bytes, part.at, part.end);
                yield nodes.stringNode(Base64.getEncoder().encodeToString(content));
            }
            case Type.Number number -> nodes.numberNode(varint(tag));
            case Type.Flag flag -> nodes.booleanNode(varint(tag) != 0);
            case Type.Time time -> nested(tag).time();
            case Type.Wrapped wrapped -> {
                ObjectNode message = Json.MAPPER.createObjectNode();
                nested(tag).readInto(message, message(Map.ofEntries(one(1, "text", TEXT))));
                yield nodes.stringNode(message.path("text").asString(""));
            }
            case Type.Entries entries -> throw new IllegalStateException("entries are read one by one");
            case Type.Message message -> {
                ObjectNode object = Json.MAPPER.createObjectNode();
                nested(tag).readInto(object, message);
                yield object;
            }
        };
    }

    /** A time; one that says nothing is none. */
    private JsonNode time() throws ApiException {
        long seconds = 0;
        while (at < end) {
            long tag = varint();
            if (tag >>> 3 == 1) {
                seconds = varint(tag);
            } else {
                skip(tag);
            }
        }
        var nodes = Json.MAPPER.getNodeFactory();
        return seconds == 0 ? nodes.nullNode() : nodes.stringNode(MetaRules.timestamp(Instant.ofEpochSecond(seconds)));
    }

    private String text() {
        return new String(bytes, at, end - at, StandardCharsets.UTF_8);
    }

    /** What a field with a length holds; this reader goes on behind it. */
    private ProtobufBody nested(long tag) throws ApiException {
        requireWireType(tag, LENGTH);
        long length = varint();
        int from = at;
        advance(length);
        return new ProtobufBody(bytes, from, at);
    }

    private void advance(long length) throws ApiException {
        if (length < 0 || length > end - at) {
            throw malformed("it ends within a field");
        }
        at += (int) length;
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

    private void skip(long tag) throws ApiException {
        switch ((int) (tag & 7)) {
            case VARINT -> varint();
            case FIXED_64 -> advance(Long.BYTES);
            case LENGTH -> nested(tag);
            case FIXED_32 -> advance(Integer.BYTES);
            default -> throw malformed("it has a field of an unknown wire type");
        }
    }

    private static void requireWireType(long tag, int expected) throws ApiException {
        if ((tag & 7) != expected) {
            throw malformed("field " + (tag >>> 3) + " is not of the type that it is known to have");
        }
    }

    private static ApiException malformed(String why) {
        return Errors.badRequest("the protobuf body cannot be read: " + why);
    }

    private static Type.Message message(Map<Integer, Field> fields) {
        return new Type.Message(fields);
    }

    private static Map.Entry<Integer, Field> one(int number, String name, Type type) {
        return Map.entry(number, new Field(name, false, type));
    }

    private static Map.Entry<Integer, Field> many(int number, String name, Type type) {
        return Map.entry(number, new Field(name, true, type));
    }
}
