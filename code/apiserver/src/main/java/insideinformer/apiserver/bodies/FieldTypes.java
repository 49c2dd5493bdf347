package insideinformer.apiserver.bodies;

import insideinformer.api.ApiException;
import insideinformer.apiserver.errors.FieldErrors;
import insideinformer.apiserver.kinds.ResourceType;
import insideinformer.quota.Quantity;
import insideinformer.quota.QuantityFormatException;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.util.Base64;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Refuses values of a type that the kind does not have there, in the words of Go's decoder. Fields that the kind does
 * not have are not judged.
 *
 * <p>Upstream: {@code sigs.k8s.io/json}, and {@code UnmarshalJSON} of the types that have one.
 */
final class FieldTypes {

    private static final Pattern TIME =
            Pattern.compile("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d([.,]\\d+)?(Z|[+-]\\d\\d:\\d\\d)");
    private static final Pattern MICRO_TIME =
            Pattern.compile("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{6}(Z|[+-]\\d\\d:\\d\\d)");

    /** Whose object is judged. */
    private final ResourceType type;

    private FieldTypes(ResourceType type) {
        this.type = type;
    }

    /** @param known the fields of the object */
    static void check(ResourceType type, Schema.Message known, ObjectNode object) throws ApiException {
        new FieldTypes(type).fields(known, object, "");
    }

    private void fields(Schema.Message known, JsonNode object, String path) throws ApiException {
        for (var entry : object.properties()) {
            Schema.Field field = known.byName().get(entry.getKey());
            if (field != null) {
                String inner = path.isEmpty() ? field.goPath() : path + "." + field.goPath();
                value(field.type().target(), entry.getValue(), known.name(), inner);
            }
        }
    }

    /** @param struct the one whose field it is, and the path of that field */
    private void value(Schema.Type wanted, JsonNode value, String struct, String path) throws ApiException {
        if (value.isNull()) {
            return; // as if it were absent
        }
        switch (wanted) {
            case Schema.Type.Plain(Schema.Form form, String go) -> plain(form, go, value, struct, path);
            case Schema.Type.Pointer(Schema.Type target) -> value(target, value, struct, path);
            case Schema.Type.ListOf(Schema.Type element, String go) -> {
                require(value.isArray(), value, go, struct, path);
                for (JsonNode item : value) {
                    value(element, item, struct, path);
                }
            }
            case Schema.Type.MapOf(Schema.Type inner, String go) -> {
                require(value.isObject(), value, go, struct, path);
                for (JsonNode item : value) {
                    value(inner, item, struct, path);
                }
            }
            case Schema.Type.Struct(Schema.Message message, String go) -> {
                require(value.isObject(), value, go, struct, path);
                fields(message, value, path);
            }
        }
    }

    private void plain(Schema.Form form, String go, JsonNode value, String struct, String path) throws ApiException {
        switch (form) {
            case STRING -> require(value.isString(), value, go, struct, path);
            case BOOL -> require(value.isBoolean(), value, go, struct, path);
            case INT32 -> requireWhole(value.canConvertToInt(), value, go, struct, path);
            case INT64 -> requireWhole(value.canConvertToLong(), value, go, struct, path);
            case INTORSTRING -> {
                if (!value.isString()) {
                    requireWhole(value.canConvertToInt(), value, "int32", struct, path);
                }
            }
            case BYTES -> {
                for (JsonNode item : value) { // Go would take a list of numbers from 0 to 255
                    requireWhole(item.canConvertToInt(), item, "uint8", struct, path);
                }
                require(value.isString(), value, go, struct, path);
                requireBase64(value.stringValue());
            }
            case QUANTITY -> requireQuantity(value);
            case TIME -> {
                require(value.isString(), value, "string", struct, path);
                requireTime(TIME, "2006-01-02T15:04:05Z07:00", value.stringValue());
            }
            case MICROTIME -> {
                require(value.isString(), value, "string", struct, path);
                requireTime(MICRO_TIME, "2006-01-02T15:04:05.000000Z07:00", value.stringValue());
            }
            case FIELDSV1 -> {} // anything
        }
    }

    private void requireWhole(boolean fits, JsonNode value, String go, String struct, String path)
            throws ApiException {
        if (value.isNumber() && !(value.isIntegralNumber() && fits)) {
            throw wrong("number " + value.asString(), go, struct, path);
        }
        require(value.isNumber(), value, go, struct, path);
    }

    private void require(boolean fits, JsonNode value, String go, String struct, String path) throws ApiException {
        if (!fits) {
            String found = switch (value.getNodeType()) {
                case ARRAY -> "array";
                case OBJECT -> "object";
                case NUMBER -> "number";
                case BOOLEAN -> "bool";
                default -> "string";
            };
            throw wrong(found, go, struct, path);
        }
    }

    private ApiException wrong(String found, String go, String struct, String path) {
        return Decoding.cannotBeHandled(type,
                "json: cannot unmarshal " + found + " into Go struct field " + struct + "." + path + " of type " + go);
    }

    private void requireQuantity(JsonNode value) throws ApiException {
        try {
            Quantity.parse(value.isContainer() ? value.toString() : value.asString());
        } catch (QuantityFormatException e) {
            throw Decoding.cannotBeHandled(type, e.kind().text());
        }
    }

    private void requireBase64(String text) throws ApiException {
        String joined = text.replace("\r", "").replace("\n", "");
        try {
            Base64.getDecoder().decode(joined);
        } catch (IllegalArgumentException e) {
            throw Decoding.cannotBeHandled(type, "illegal base64 data: " + e.getMessage());
        }
        if (joined.length() % 4 != 0) {
            throw Decoding.cannotBeHandled(type, "illegal base64 data: it lacks padding");
        }
    }

    private void requireTime(Pattern pattern, String layout, String text) throws ApiException {
        String problem = "parsing time " + FieldErrors.quote(text) + " as " + FieldErrors.quote(layout);
        if (!pattern.matcher(text).matches()) {
            throw Decoding.cannotBeHandled(type, problem + ": it has another form");
        }
        try {
            OffsetDateTime.parse(text.replace(',', '.'));
        } catch (DateTimeException e) {
            throw Decoding.cannotBeHandled(type, problem + ": there is no such time");
        }
    }
}
